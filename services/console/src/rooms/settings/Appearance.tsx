import { Alert, Box, Typography } from '@mui/material';
import { darken, getContrastRatio, lighten, rgbToHex } from '@mui/material/styles';
import { required, TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { PictureInput } from '../../form/PictureInput.tsx';
import { Action } from '../../parts/Action.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const Logo = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ width: '100%', maxWidth: 320, mb: 2 }}>
      <Typography variant="subtitle2" component="h2" gutterBottom>
        {translate('Logo')}
      </Typography>
      <PictureInput source="site_logo" />
    </Box>
  );
};

/** The grounds of pages on which a link has the least contrast. */
const [LIGHT, DARK] = ['#f5f5f7', '#212125'] as const;

/** The least contrast of text in WCAG 2.2 AA. */
const MIN_CONTRAST = 4.5;

const SHADES = Array.from({ length: 51 }, (_, step) => step / 50);

/** Returns the shade of a colour in which pages show it on a ground (docs/interface/pages.md §1.1). */
const readable = (colour: string, ground: string): string => {
  const change = ground === LIGHT ? darken : lighten;
  const shades = SHADES.map((share) => rgbToHex(change(colour, share)));
  return shades.find((shade) => getContrastRatio(shade, ground) >= MIN_CONTRAST) ?? colour;
};

/** The chosen colour as pages show it; proposes another one if it is hard to read. */
const Shades = () => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const colour: string | undefined = useWatch({ name: 'accent_color' });
  if (!colour) return null;
  const shown = readable(colour, LIGHT);
  const samples = [
    { ground: LIGHT, shade: shown, text: translate('A link on a light page') },
    { ground: DARK, shade: readable(colour, DARK), text: translate('A link on a dark page') },
  ];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {samples.map(({ ground, shade, text }) => (
          <Box
            key={ground}
            sx={{ bgcolor: ground, color: shade, px: 2, py: 1, borderRadius: 1, border: 1, borderColor: 'divider' }}
          >
            <u>{text}</u>
          </Box>
        ))}
      </Box>
      {shown !== colour && (
        <Alert severity="warning" sx={{ mt: 2, maxWidth: 640 }}>
          {translate(
            'This colour is hard to read on a light page. Links and buttons of your site are shown in a darker one.',
          )}
          <Box sx={{ mt: 1 }}>
            <Action
              label="Use the darker colour"
              color="inherit"
              variant="outlined"
              onClick={() => setValue('accent_color', shown, { shouldDirty: true })}
            />
          </Box>
        </Alert>
      )}
    </>
  );
};

/** Logo and colour of the pages. */
export const Appearance = () => (
  <SettingsForm title="Appearance">
    <Logo />
    <TextInput
      source="accent_color"
      label="Main colour"
      type="color"
      helperText="For links and buttons. Pages make it lighter or darker where it would be hard to read."
      validate={required()}
      sx={{ width: 320 }}
    />
    <Shades />
  </SettingsForm>
);
