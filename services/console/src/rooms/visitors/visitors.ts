import VisitorsIcon from '@mui/icons-material/CampaignOutlined';
import { filledLines } from '../../parts/lines.ts';
import type { Row } from '../../shell/client.ts';
import type { Room } from '../../shell/room.ts';
import { restSource } from '../../shell/source.ts';
import { popupScreens } from './Popups.tsx';
import { webhookScreens } from './Webhooks.tsx';

const writePopup = ({ include, exclude, trigger, ...changes }: Row): object => ({
  ...changes,
  ...(trigger && { trigger: { ...trigger, ...(trigger.on !== 'click' && { selector: undefined }) } }),
  ...(include && { include: filledLines(include) }),
  ...(exclude && { exclude: filledLines(exclude) }),
});

const writeWebhook = ({ types, ...changes }: Row): object => ({
  ...changes,
  ...(types && { types: filledLines(types) }),
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
      source: restSource({ path: '/popup/v1/popups', write: writePopup }),
      ...popupScreens,
    },
    {
      path: 'visitors/webhooks',
      label: 'Webhooks',
      right: 'manage_options',
      source: restSource({ path: '/ops/v1/webhooks', write: writeWebhook }),
      ...webhookScreens,
    },
  ],
};
