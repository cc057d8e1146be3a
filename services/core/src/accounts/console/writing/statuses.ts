import { mayPublish, type RecordType } from '@almanac/identity';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import type { Option } from './form.ts';

/** Returns the name of a record's status. */
export const statusText = ({ renderContext: { text } }: SignedIn, status: string): string => {
  if (status === 'publish') return text('published');
  if (status === 'pending') return text('waits for review');
  if (status === 'private') return text('private');
  if (status === 'future') return text('published on its date');
  if (status === 'trash') return text('in the trash');
  return status === 'draft' ? text('draft') : status;
};

/** Returns the default status of a new record of the calendar. */
export const firstStatus = ({ user }: SignedIn): string => (mayPublish(user, 'cal_events') ? 'publish' : 'pending');

/** Returns the statuses that the user may give a record, including its current one. */
export const statusesFor = (page: SignedIn, type: RecordType, current: string): Option[] => {
  const own = mayPublish(page.user, type) ? ['draft', 'pending', 'publish', 'private'] : ['draft', 'pending'];
  const all = current === '' || own.includes(current) ? own : [...own, current];
  return all.map((value) => ({ value, label: statusText(page, value) }));
};
