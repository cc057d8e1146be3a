import type { Theme } from '@mui/material';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

const typography: RaThemeOptions['typography'] = {
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  h4: { fontSize: '1.625rem', fontWeight: 650, letterSpacing: '-0.01em' },
  h5: { fontSize: '1.25rem', fontWeight: 650 },
  h6: { fontSize: '1.0625rem', fontWeight: 650 },
  button: { textTransform: 'none', fontWeight: 600 },
};

/** The fields of forms and filters. */
const FIELDS = ['Text', 'Select', 'SelectArray', 'Autocomplete', 'Boolean', 'Number', 'DateTime', 'CheckboxGroup'];
const field = { defaultProps: { helperText: false, fullWidth: true } };

/** Parts that look alike in both schemes. */
const components: RaThemeOptions['components'] = {
  ...Object.fromEntries(FIELDS.map((name) => [`Ra${name}Input`, field])),
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      // the ripple would show the focus
      root: ({ theme }: { readonly theme: Theme }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${theme.palette.text.primary}` },
      }),
    },
  },
  MuiButton: { defaultProps: { disableElevation: true } },
  MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small' } },
  MuiAutocomplete: { defaultProps: { fullWidth: true } },
  MuiCheckbox: {
    // react-admin names the box; the name belongs to the field within
    defaultProps: {
      slotProps: {
        root: { 'aria-label': undefined },
        input: (box: object) => ({ 'aria-label': 'aria-label' in box ? String(box['aria-label']) : undefined }),
      },
    },
  },
  MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24, minWidth: 24 } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
};

export const lightTheme: RaThemeOptions = {
  ...defaultLightTheme,
  palette: {
    mode: 'light',
    primary: { main: '#0b5c63' },
    secondary: { main: '#8a3b12' },
    error: { main: '#b3261e' },
    background: { default: '#f6f7f7', paper: '#ffffff' },
    text: { primary: '#182022', secondary: '#4c585b' },
  },
  shape: { borderRadius: 8 },
  typography,
  components: { ...defaultLightTheme.components, ...components },
};

export const darkTheme: RaThemeOptions = {
  ...defaultDarkTheme,
  palette: {
    mode: 'dark',
    primary: { main: '#7cd0d6' },
    secondary: { main: '#f0b089' },
    error: { main: '#ffb4ab' },
    background: { default: '#101617', paper: '#182022' },
    text: { primary: '#e4eaeb', secondary: '#a9b6b9' },
  },
  shape: { borderRadius: 8 },
  typography,
  components: { ...defaultDarkTheme.components, ...components },
};
