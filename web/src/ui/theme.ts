import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { BRAND_SHADES } from './brand-shades.ts'
import styles from './theme.module.css'

const slate: MantineColorsTuple = [
  '#f7f9f9',
  '#edf2f2',
  '#e1e8e8',
  '#ccd6d6',
  '#a7b8ba',
  '#839496',
  '#566a6d',
  '#43565a',
  '#24343a',
  '#0f1f24',
]
const night: MantineColorsTuple = [
  '#e7eeee',
  '#b3c2c4',
  '#93a6a9',
  '#62777b',
  '#33444a',
  '#243136',
  '#192428',
  '#121b1e',
  '#0c1315',
  '#070c0d',
]

/** Text colour of a filled button by its background, which differs between light and dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const given = defaultVariantColorsResolver(input)
  if (input.variant !== 'filled') return given
  const name = input.color ?? input.theme.primaryColor
  if (name === 'brand') return { ...given, color: 'var(--accent-on)' }
  if (name === 'red') return { ...given, color: 'var(--danger-on)' }
  return given
}

/**
 * Mantine with Segue's design tokens. Sizes: controls are 32 px high (40 px for touch), text 14 px, radius 6; floating parts have
 * the one shadow.
 */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 5 },
  colors: { brand: BRAND_SHADES, gray: slate, dark: night },
  black: '#0f1f24',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '13px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  variantColorResolver,
  // Plain objects: `extend` of a component would load the component with the first screen.
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'input-sm' },
      classNames: { root: styles.actionIcon ?? '' },
    },
    Button: { defaultProps: { variant: 'default' }, classNames: { root: styles.button ?? '' } },
    Checkbox: { vars: () => ({ root: { '--checkbox-icon-color': 'var(--accent-on)' } }) },
    Drawer: {
      classNames: { content: styles.drawer ?? '', header: styles.drawer ?? '', overlay: styles.scrim ?? '' },
    },
    Input: { classNames: { wrapper: styles.inputWrapper ?? '', input: styles.input ?? '' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      classNames: { label: styles.label ?? '', description: styles.help ?? '', error: styles.error ?? '' },
    },
    Kbd: { classNames: { root: styles.kbd ?? '' } },
    Menu: {
      // The focus placeholder is not allowed as a child of a menu; the first item gets the focus instead.
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
      classNames: { dropdown: styles.dropdown ?? '', item: styles.item ?? '' },
    },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, transitionProps: { transition: 'fade-up', duration: 150 } },
      classNames: {
        content: styles.float ?? '',
        header: styles.float ?? '',
        title: styles.modalTitle ?? '',
        overlay: styles.scrim ?? '',
      },
    },
    Popover: {
      defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } },
      classNames: { dropdown: styles.dropdown ?? '' },
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
      classNames: { tooltip: styles.tooltip ?? '' },
    },
  },
})

const meanings = {
  blue: 'open',
  violet: 'progress',
  yellow: 'waiting',
  orange: 'waiting',
  green: 'resolved',
  gray: 'closed',
  red: 'danger',
}

/** Maps Mantine's colours of text and surfaces to Segue's tokens, which have light and dark values. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const colors: Record<string, string> = {
    '--mantine-color-body': 'var(--surface-1)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-faint)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger-fg)',
    '--mantine-color-success': 'var(--resolved-fg)',
    '--mantine-color-default': 'var(--surface-1)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--surface-hover)',
    '--mantine-color-disabled-color': 'var(--ink-faint)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-brand-filled': 'var(--accent-fill)',
    '--mantine-color-brand-filled-hover': 'var(--accent-fill-hover)',
    '--mantine-color-brand-light': 'var(--accent-soft)',
    '--mantine-color-brand-light-hover': 'var(--accent-soft-hover)',
    '--mantine-color-brand-light-color': 'var(--accent-text)',
    '--mantine-color-brand-outline': 'var(--accent-text)',
    '--mantine-color-brand-outline-hover': 'var(--accent-soft)',
    '--mantine-color-brand-text': 'var(--accent-text)',
    '--mantine-primary-color-contrast': 'var(--accent-on)',
  }
  for (const [color, meaning] of Object.entries(meanings)) {
    colors[`--mantine-color-${color}-light`] = `var(--${meaning}-bg)`
    colors[`--mantine-color-${color}-light-hover`] = `color-mix(in srgb, var(--${meaning}-bg), var(--ink) 5%)`
    colors[`--mantine-color-${color}-light-color`] = `var(--${meaning}-fg)`
    colors[`--mantine-color-${color}-text`] = `var(--${meaning}-fg)`
    colors[`--mantine-color-${color}-outline`] = `var(--${meaning}-fg)`
  }
  // The text of a menu's item that deletes.
  colors['--mantine-color-red-6'] = 'var(--danger-fg)'
  colors['--mantine-color-gray-light'] = 'var(--surface-hover)'
  colors['--mantine-color-gray-light-hover'] = 'var(--surface-press)'
  colors['--mantine-color-red-filled'] = 'var(--danger-fill)'
  colors['--mantine-color-red-filled-hover'] = 'var(--danger-fill-hover)'
  return { variables: { '--mantine-font-weight-medium': '500' }, light: colors, dark: colors }
}
