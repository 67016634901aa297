/**
 * The whole of a campaign, shared out among machines.
 *
 * @module
 */

/** Which machine this one is, and of how many: `OB_SHARE=2/8` takes the second eighth. */
const [share = 1, shares = 1] = (process.env.OB_SHARE ?? '1/1').split('/').map(Number)

export const shareOf = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index % shares === share - 1)
