/**
 * The page of a list to read (docs/behaviour.md#lists). `cursor` is that of an earlier page; a
 * damaged one, or one of another list, throws `validation_error`.
 */
export interface Paging {
  limit: number
  cursor?: string | undefined
}
