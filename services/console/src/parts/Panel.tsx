import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import type { ReadAnswer } from './useAnswer.ts';

interface PanelProps {
  readonly heading?: string;
  readonly children: ReactNode;
}

/** A part of a screen with a heading. */
export const Panel = ({ heading, children }: PanelProps) => {
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={heading === undefined ? undefined : translate(heading)}
      sx={{ p: { xs: 2, sm: 3 }, mb: 3, overflowX: 'auto' }}
    >
      {heading !== undefined && (
        <Typography variant="h6" component="h2" gutterBottom>
          {translate(heading)}
        </Typography>
      )}
      {children}
    </Paper>
  );
};

interface ScreenProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A screen that is no table. */
export const Screen = ({ title, children }: ScreenProps) => (
  <Box sx={{ maxWidth: 1_100, pt: 2 }}>
    <Title title={title} />
    {children}
  </Box>
);

interface WaitingProps {
  readonly shown: ReadAnswer;
  readonly children: ReactNode;
}

/** Shows its content once there is an answer, and the reason if there is none. */
export const Waiting = ({ shown: { data, error }, children }: WaitingProps) => {
  const translate = useTranslate();
  if (error !== null) return <Alert severity="error">{error.message}</Alert>;
  return data === undefined ? <LinearProgress aria-label={translate('Loading')} /> : children;
};
