/** Status, body and headers, without those that always differ. */
export async function comparable(response: Response) {
  const headers = Object.fromEntries(response.headers)
  const { date: _date, 'x-request-id': _id, ...same } = headers
  return { status: response.status, headers: same, body: await response.text() }
}
