/** Status, body and headers, without those that differ with each request. */
export async function comparable(response: Response) {
  const headers = Object.fromEntries(response.headers)
  const { date: _date, 'x-request-id': _id, ratelimit: _left, ...same } = headers
  return { status: response.status, headers: same, body: await response.text() }
}
