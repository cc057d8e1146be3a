import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { required, TextInput, useTranslate } from 'react-admin';
import { PictureInput } from '../../form/PictureInput.tsx';
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
  </SettingsForm>
);
