import { Alert } from '@mui/material';
import { Action } from './Action.tsx';

interface FailedProps {
  readonly error: Error;
  readonly onRetry: () => unknown;
}

/** Says why there is no answer, and reads again. */
export const Failed = ({ error, onRetry }: FailedProps) => (
  <Alert severity="error" action={<Action label="Try again" color="inherit" size="small" onClick={() => onRetry()} />}>
    {error.message}
  </Alert>
);
