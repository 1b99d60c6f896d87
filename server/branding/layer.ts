import { BrandingLayer, colorKeys, modes, NOT_A_COLOR } from '../contract/branding.ts'
import { parseColor } from './colors.ts'

/** A layer of which every colour is one (completions 9): the contract's schema knows only their shape. */
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
