declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'

  const als: AsyncLocalStorage<unknown>
  // biome-ignore lint/style/noDefaultExport: as the library has it
  export default als
}
