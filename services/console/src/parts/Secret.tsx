import { Stack } from '@mui/material';
import { Action } from './Action.tsx';
import { useAction } from './useAnswer.ts';

/** A secret that the person copies. */
export const Secret = ({ value }: { readonly value: string }) => {
  const act = useAction();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: 'center' }}>
      <code style={{ overflowWrap: 'anywhere', fontSize: '1rem' }}>{value}</code>
      <Action label="Copy" onClick={() => act(() => navigator.clipboard.writeText(value), 'Copied')} />
    </Stack>
  );
};
