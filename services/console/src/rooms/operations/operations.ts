import OperationsIcon from '@mui/icons-material/MonitorHeartOutlined';
import type { Room } from '../../shell/room.ts';
import { Health } from './Health.tsx';
import { History } from './History.tsx';
import { Packages } from './Packages.tsx';
import { DeadLetters, Lag, LiveEvents, Rebuild } from './Readers.tsx';

const right = 'manage_options';

export const operations: Room = {
  name: 'operations',
  label: 'Operations',
  icon: OperationsIcon,
  entries: [
    { path: 'operations/health', label: 'Health', right, screen: Health },
    { path: 'operations/lag', label: 'Lag', right, screen: Lag },
    { path: 'operations/dead-letters', label: 'Dead letters', right, screen: DeadLetters },
    { path: 'operations/rebuild', label: 'Rebuild documents', right, screen: Rebuild },
    { path: 'operations/events', label: 'Events', right, screen: LiveEvents },
    { path: 'operations/packages', label: 'Packages', right, screen: Packages },
    { path: 'operations/history', label: 'History of any record', right, screen: History },
  ],
};
