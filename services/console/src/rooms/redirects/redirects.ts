import RedirectIcon from '@mui/icons-material/AltRouteOutlined';
import type { Room } from '../../shell/room.ts';
import { groupScreens } from './Groups.tsx';
import { ruleScreens } from './Rules.tsx';
import { groups, missing, rules, visits } from './sources.ts';
import { TestAddress } from './TestAddress.tsx';
import { missingPages, visitTable } from './Visits.tsx';

const right = 'manage_options';

export const redirects: Room = {
  name: 'redirects',
  label: 'Redirects',
  icon: RedirectIcon,
  entries: [
    { path: 'redirects/rules', label: 'Rules', right, source: rules, ...ruleScreens },
    { path: 'redirects/missing', label: 'Pages not found', right, source: missing, ...missingPages },
    { path: 'redirects/test', label: 'Test an address', right, screen: TestAddress },
    { path: 'redirects/log', label: 'Redirected visits', right, source: visits, ...visitTable },
    { path: 'redirects/groups', label: 'Groups', right, source: groups, ...groupScreens },
  ],
};
