-- What a run of wrk found, as one line of JSON: its own table rounds.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\nfound {"requests":%d,"micros":%d,"bytes":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
