// Whether the bank in this container answers. Exit code 0: it does.
const url = `http://127.0.0.1:${process.env.PORT ?? 8080}/.well-known/openid-configuration`
const isWell = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isWell ? 0 : 1)
