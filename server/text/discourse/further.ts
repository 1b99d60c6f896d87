import type { DiscourseWords } from './words.ts'

/** Words of further languages by which sentences lead to each other. */
export const further: Partial<DiscourseWords> = {
  back: 'questo|questa|isso|isto|dit|dat|deze|zij|он|она|оно|они|это|этот|эта|эти|هذا|هذه|وهو|وهي|ذلك',
  on: 'per esempio|inoltre|infine|tuttavia|purtroppo|por exemplo|além disso|no entanto|bijvoorbeeld|bovendien|helaas|например|кроме того|однако|наконец',
  unspacedBack: '它|他|她|这|這|该|此|其|これ|それ|この|その',
  yes: 'sì|sim|evet|да|так|نعم|כן|是的?|はい|네|예',
  no: 'não|nee|hayır|нет|ні|لا|לא|不是?|いいえ|아니요',
  and: 'e|en|и',
  reply: 'niente|nessuno|forse|talvez|niets|niemand|misschien|ничего|никто|иногда|возможно',
  around: 'torna su|naar boven',
}
