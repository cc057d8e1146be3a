import { required, SelectInput } from 'react-admin';
import { useRights } from '../shell/useRights.ts';
import { STATUSES } from './RecordList.tsx';

/** The statuses that a person may give; a new record begins as a draft, or published where the person may publish. */
export const StatusInput = ({ right, isDraft = false }: { readonly right: string; readonly isDraft?: boolean }) => {
  const may = useRights();
  const open = may(right) ? ['publish', 'future', 'pending', 'draft', 'private'] : ['pending', 'draft'];
  return (
    <SelectInput
      source="status"
      label="Status"
      choices={STATUSES.filter(({ id }) => open.includes(id))}
      defaultValue={isDraft ? 'draft' : may(right) ? 'publish' : 'pending'}
      validate={required()}
    />
  );
};
