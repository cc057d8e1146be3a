import RedirectIcon from '@mui/icons-material/AltRouteOutlined';
import type { Room } from '../../shell/room.ts';
import { GroupForm, GroupTable, NewGroup } from './Groups.tsx';
import { NewRule, RuleForm, RuleTable } from './Rules.tsx';
import { groups, missing, rules, visits } from './sources.ts';
import { TestAddress } from './TestAddress.tsx';
import { MissingPages, VisitTable } from './Visits.tsx';

const right = 'manage_options';

export const redirects: Room = {
  name: 'redirects',
  label: 'Redirects',
  icon: RedirectIcon,
  entries: [
    { path: 'redirects/rules', label: 'Rules', right, source: rules, list: RuleTable, create: NewRule, edit: RuleForm },
    { path: 'redirects/missing', label: 'Pages not found', right, source: missing, list: MissingPages },
    { path: 'redirects/test', label: 'Test an address', right, screen: TestAddress },
    { path: 'redirects/log', label: 'Redirected visits', right, source: visits, list: VisitTable },
    {
      path: 'redirects/groups',
      label: 'Groups',
      right,
      source: groups,
      list: GroupTable,
      create: NewGroup,
      edit: GroupForm,
    },
  ],
};
