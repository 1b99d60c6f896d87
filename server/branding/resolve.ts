import type { BrandingLayer, ResolvedBrand } from '../contract/branding.ts'
import { platformBrand } from './defaults.ts'
import { completeColors } from './derived.ts'

/**
 * The complete brand: the platform's, with the overrides of the layer (docs/behaviour.md#branding).
 */
export function resolveBrand(layer: BrandingLayer, publicUrl: string): ResolvedBrand {
  const platform = platformBrand(publicUrl)
  const { typography, shape, modeDefault } = platform.theme
  return {
    identity: filled(platform.identity, layer.identity),
    assets: filled(platform.assets, layer.assets),
    theme: {
      colors: {
        light: completeColors(layer.theme?.colors?.light ?? {}, 'light'),
        dark: completeColors(layer.theme?.colors?.dark ?? {}, 'dark'),
      },
      typography: filled(typography, layer.theme?.typography),
      shape: filled(shape, layer.theme?.shape),
      modeDefault: layer.theme?.modeDefault ?? modeDefault,
    },
    domains: filled(platform.domains, layer.domains),
    legal: filled(platform.legal, layer.legal),
    surfaces: {
      console: filled(platform.surfaces.console, layer.surfaces?.console),
      widget: filled(platform.surfaces.widget, layer.surfaces?.widget),
    },
  }
}

/** A layer comes from JSON, so its keys are absent or defined, never `undefined`. */
function filled<Section extends object>(
  platform: Section,
  overrides: { [Key in keyof Section]?: Section[Key] | undefined } | undefined,
): Section {
  return { ...platform, ...overrides } as Section
}
