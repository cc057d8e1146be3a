import { Box, LinearProgress, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Failed } from './Failed.tsx';
import type { ReadAnswer } from './useAnswer.ts';

interface PanelProps {
  /** The English heading. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A part of a screen or a section of a form, with a heading. */
export const Panel = ({ title, children }: PanelProps) => {
  const translate = useTranslate();
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={title && id} sx={{ p: 2, mb: 2, overflowX: 'auto' }}>
      {title && (
        <Typography variant="h6" component="h2" id={id} gutterBottom>
          {translate(title)}
        </Typography>
      )}
      {children}
    </Paper>
  );
};

interface ScreenProps {
  /** The English title. */
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
export const Waiting = ({ shown: { data, error, reload }, children }: WaitingProps) => {
  const translate = useTranslate();
  if (error !== null) return <Failed error={error} onRetry={reload} />;
  return data === undefined ? <LinearProgress aria-label={translate('Loading')} /> : children;
};
