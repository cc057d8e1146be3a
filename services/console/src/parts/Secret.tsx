import { Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useAction } from './useAnswer.ts';

/** A secret that the person copies. */
export const Secret = ({ value }: { readonly value: string }) => {
  const translate = useTranslate();
  const act = useAction();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: 'center' }}>
      <code style={{ overflowWrap: 'anywhere', fontSize: '1rem' }}>{value}</code>
      <Button onClick={() => act(() => navigator.clipboard.writeText(value), 'Copied')}>{translate('Copy')}</Button>
    </Stack>
  );
};
