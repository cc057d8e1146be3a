import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import type { Room } from '../../shell/room.ts';
import { Appearance } from './Appearance.tsx';
import { Embedding } from './Embedding.tsx';
import { CommentSettings, Privacy, Reading } from './Others.tsx';
import { siteSettings as source } from './SettingsForm.tsx';
import { Site } from './Site.tsx';

const right = 'manage_options';

export const settings: Room = {
  name: 'settings',
  label: 'Settings',
  icon: SettingsIcon,
  entries: [
    { path: 'settings/site', label: 'Site', right, source, screen: Site },
    { path: 'settings/appearance', label: 'Appearance', right, source, screen: Appearance },
    { path: 'settings/reading', label: 'Lists and calendar', right, source, screen: Reading },
    { path: 'settings/embedding', label: 'Calendars on other sites', right, source, screen: Embedding },
    { path: 'settings/comments', label: 'Comments', right, source, screen: CommentSettings },
    { path: 'settings/privacy', label: 'Privacy', right, source, screen: Privacy },
  ],
};
