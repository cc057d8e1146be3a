import TranslateIcon from '@mui/icons-material/TranslateOutlined';
import type { Room } from '../../shell/room.ts';
import { JobForm, JobTable } from './Jobs.tsx';
import { Languages } from './Languages.tsx';
import { Missing } from './Missing.tsx';
import { StringForm, StringTable } from './Strings.tsx';
import { jobs, strings } from './sources.ts';

export const translations: Room = {
  name: 'translations',
  label: 'Translations',
  icon: TranslateIcon,
  entries: [
    { path: 'translations/missing', label: 'Missing translations', right: 'edit_others_posts', screen: Missing },
    { path: 'translations/jobs', label: 'Translation jobs', source: jobs, list: JobTable, edit: JobForm },
    {
      path: 'translations/strings',
      label: 'Strings',
      right: 'manage_options',
      source: strings,
      list: StringTable,
      edit: StringForm,
    },
    { path: 'translations/languages', label: 'Languages', right: 'manage_options', screen: Languages },
  ],
};
