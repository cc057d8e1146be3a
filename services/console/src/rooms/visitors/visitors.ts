import VisitorsIcon from '@mui/icons-material/CampaignOutlined';
import { filledLines } from '../../parts/lines.ts';
import type { Row } from '../../shell/client.ts';
import type { Room } from '../../shell/room.ts';
import { restSource } from '../../shell/source.ts';
import { NewPopup, PopupForm, PopupTable } from './Popups.tsx';
import { NewWebhook, WebhookForm, WebhookTable } from './Webhooks.tsx';

/** Members that only answers contain are left out, so that a change does not claim them. */
const popup = ({ title, content, status, audience, starts, ends, trigger, frequency, goal, ...more }: Row): object => ({
  title,
  content: content ?? '',
  status,
  audience,
  starts: starts ?? null,
  ends: ends ?? null,
  trigger: { ...trigger, ...(trigger.on !== 'click' && { selector: undefined }) },
  frequency,
  goal,
  languages: more.languages ?? [],
  include: filledLines(more.include),
  exclude: filledLines(more.exclude),
});

const webhook = ({ url, types, status }: Row): object => ({
  url,
  types: filledLines(types),
  ...(status && { status }),
});

export const visitors: Room = {
  name: 'visitors',
  label: 'Visitors',
  icon: VisitorsIcon,
  entries: [
    {
      path: 'visitors/popups',
      label: 'Popups',
      right: 'edit_others_posts',
      source: restSource({ path: '/popup/v1/popups', write: popup }),
      list: PopupTable,
      create: NewPopup,
      edit: PopupForm,
      representation: 'title',
    },
    {
      path: 'visitors/webhooks',
      label: 'Webhooks',
      right: 'manage_options',
      source: restSource({ path: '/ops/v1/webhooks', write: webhook }),
      list: WebhookTable,
      create: NewWebhook,
      edit: WebhookForm,
    },
  ],
};
