import TranslateIcon from '@mui/icons-material/TranslateOutlined';
import type { Room } from '../../shell/room.ts';
import { siteSettings } from '../settings/SettingsForm.tsx';
import { jobScreens } from './Jobs.tsx';
import { Languages } from './Languages.tsx';
import { Missing } from './Missing.tsx';
import { stringScreens } from './Strings.tsx';
import { jobs, strings } from './sources.ts';

export const translations: Room = {
  name: 'translations',
  label: 'Translations',
  icon: TranslateIcon,
  entries: [
    { path: 'translations/missing', label: 'Missing translations', right: 'edit_others_posts', screen: Missing },
    { path: 'translations/jobs', label: 'Translation jobs', source: jobs, ...jobScreens },
    {
      path: 'translations/strings',
      label: 'Site texts',
      right: 'manage_options',
      source: strings,
      ...stringScreens,
    },
    {
      path: 'translations/languages',
      label: 'Languages',
      right: 'manage_options',
      source: siteSettings,
      screen: Languages,
    },
  ],
};
