import { BrandingLayer, colorKeys, modes, NOT_A_COLOR } from '../contract/branding.ts'
import { parseColor } from './colors.ts'

/**
 * The branding layer, with colours that parse; the schema itself checks only that they are text.
 */
export const CheckedLayer = BrandingLayer.superRefine(({ theme }, context) => {
  for (const mode of modes) {
    for (const key of colorKeys) {
      const color = theme?.colors?.[mode]?.[key]
      if (color === undefined || parseColor(color)) continue
      context.addIssue({
        code: 'custom',
        path: ['theme', 'colors', mode, key],
        message: NOT_A_COLOR,
      })
    }
  }
})
