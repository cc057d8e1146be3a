import { required, SelectInput } from 'react-admin';
import { useRights } from '../shell/useRights.ts';
import { STATUSES } from './RecordList.tsx';

/** The statuses that a person may give. */
export const StatusInput = ({ right }: { readonly right: string }) => {
  const may = useRights();
  const open = may(right) ? ['publish', 'future', 'pending', 'draft', 'private'] : ['pending', 'draft'];
  return (
    <SelectInput
      source="status"
      label="Status"
      choices={STATUSES.filter(({ id }) => open.includes(id))}
      defaultValue={may(right) ? 'publish' : 'pending'}
      helperText={false}
      validate={required()}
    />
  );
};
