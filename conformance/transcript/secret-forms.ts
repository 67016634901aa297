/**
 * The encodings in which a text can contain a secret: plain, percent-encoded, in JSON, in base64.
 *
 * @module
 */

/** Shorter pieces of base64 would be found by chance. */
const shortestBase64 = 8

/** Every encoding of the secret to search for, each once. */
export function formsOf(secret: string): string[] {
  const plain = [secret, JSON.stringify(secret).slice(1, -1), ...base64Forms(secret)]
  return [...new Set(plain.flatMap((form) => [form, ...percentForms(form)]))]
}

function percentForms(text: string): string[] {
  const once = encodeURIComponent(text)
  // Other encoders escape these too, and form encoding writes a space as a plus sign.
  const strict = once.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  const forms = [once, strict, formEncode(text), encodeURIComponent(once)]
  return forms.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())])
}

const formEncode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

/**
 * The part of the base64 text that depends on the secret alone, for each of the three offsets it can start at, so that it
 * is found inside a longer encoded text too (`Basic`, a cookie).
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms: string[] = []
  for (const lead of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(lead), bytes]).toString('base64url')
    const first = Math.ceil((lead * 8) / 6)
    const last = Math.floor(((lead + bytes.length) * 8) / 6)
    const piece = text.slice(first, last)
    if (piece.length < shortestBase64) continue
    forms.push(piece, piece.replaceAll('-', '+').replaceAll('_', '/'))
  }
  return forms
}
