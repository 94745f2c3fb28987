import { createTheme, type CSSVariablesResolver } from '@mantine/core';

const FONT = "'Onest Variable', system-ui, sans-serif";

/** One accent: a bank's blue. Shade 7 carries white text at 7.6 : 1. */
const blue = [
  '#eaf1fd',
  '#d3e1fa',
  '#a9c5f4',
  '#7ba6ed',
  '#5089e4',
  '#2f70da',
  '#1a5fcf',
  '#0f4fb8',
  '#0c429b',
  '#093579',
] as const;

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 5 },
  colors: { blue },
  fontFamily: FONT,
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  breakpoints: { xs: '28.125em', sm: '31.25em', md: '50em', lg: '64em', xl: '90em' },
  // Their heads are `header` elements: without this a page with an open dialog has two banners.
  components: {
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
  headings: { fontFamily: FONT, fontWeight: '650' },
});

/** Component colours follow the page's own variables (tokens.css), so a theme changes in one place. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--sv-surface)',
    '--mantine-color-text': 'var(--sv-text)',
    '--mantine-color-dimmed': 'var(--sv-muted)',
    '--mantine-color-default': 'var(--sv-surface)',
    '--mantine-color-default-color': 'var(--sv-text)',
    '--mantine-color-default-border': 'var(--sv-line)',
    '--mantine-color-default-hover': 'var(--sv-hover)',
    '--mantine-color-placeholder': 'var(--sv-muted)',
    '--mantine-color-error': 'var(--sv-danger)',
    '--mantine-color-anchor': 'var(--sv-accent)',
  };
  return { variables: {}, light: shared, dark: shared };
};
