import mark from '../../demo-site/public/mark.svg'
import { addressOf } from '../location.ts'
import { texts } from '../strings.ts'

/** The product's mark and name, which lead to the start. */
export function Mark() {
  return (
    <a class="brand" href={addressOf('')}>
      <img src={mark} alt="" width="28" height="28" />
      {texts.value.product}
    </a>
  )
}
