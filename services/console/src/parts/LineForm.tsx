import { Button, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

interface LineFormProps {
  /** The English name of the button. */
  readonly action: string;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/** A form of one line: its fields, and the button that sends them. */
export const LineForm = ({ action, onSend, children }: LineFormProps) => {
  const translate = useTranslate();
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      useFlexGap
    >
      {children}
      <Button type="submit" variant="contained" sx={{ alignSelf: 'start', mt: { sm: 1 }, whiteSpace: 'nowrap' }}>
        {translate(action)}
      </Button>
    </Stack>
  );
};
