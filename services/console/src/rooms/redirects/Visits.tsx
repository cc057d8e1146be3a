import { BulkDeleteButton, TextInput, useTranslate } from 'react-admin';
import { recordScreens } from '../../form/recordScreens.tsx';
import { Action } from '../../parts/Action.tsx';

const bulk = <BulkDeleteButton mutationMode="pessimistic" />;
const filters = [<TextInput key="url" source="url" label="Address" alwaysOn resettable />];

const MakeRule = ({ url }: { readonly url: string }) => {
  const translate = useTranslate();
  const to = `/redirects/rules/create?source=${encodeURIComponent(JSON.stringify({ url }))}`;
  return <Action label="Make a redirect" to={to} size="small" aria-label={`${translate('Make a redirect')}: ${url}`} />;
};

/** Addresses that visitors asked for in vain, the most frequent first. */
export const missingPages = recordScreens({
  bulk,
  filters,
  sort: { field: 'count', order: 'DESC' },
  columns: [
    { source: 'url', label: 'Address' },
    { source: 'count', label: 'Visits', isNumber: true },
    { label: 'Action', cell: ({ url }) => <MakeRule url={url} /> },
  ],
});

/** Visits that were redirected. */
export const visitTable = recordScreens({
  bulk,
  filters,
  // the newest first; the interface has no name for this order
  sort: { field: '', order: 'DESC' },
  columns: [
    { label: 'Time', cell: ({ created, created_time: time }) => `${created} ${time}` },
    { source: 'url', label: 'Address', isSorted: true },
    { source: 'sent_to', label: 'Sent to' },
    { source: 'http_code', label: 'Code', isMinor: true },
    { source: 'referrer', label: 'Came from', isMinor: true },
  ],
});
