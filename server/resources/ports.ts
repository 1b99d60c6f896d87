/** What is expected of the port of an address that the service asks for. */
export const PORTS =
  'must have the port 80, 443, one from 1024 on, or one that SVC_FETCH_PRIVATE names with its host.'
