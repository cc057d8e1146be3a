import { Alert, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Form, SaveButton, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Action } from '../parts/Action.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { Row } from '../shell/client.ts';
import { useDraft } from './drafts.ts';

/** Keeps the text of the form, and says if unsaved text was filled in again. */
const Draft = ({ address }: { readonly address: string }) => {
  const translate = useTranslate();
  const [isRestored, discard] = useDraft(address);
  const { isDirty } = useFormState();
  if (!isRestored || !isDirty) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }} action={<Action label="Discard" onClick={discard} />}>
      {translate('Your unsaved text is back.')}
    </Alert>
  );
};

/** Says that unsaved text is kept. */
const Unsaved = () => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  if (Object.keys(dirtyFields).length === 0) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      {translate('Not saved yet. This browser keeps your text.')}
    </Typography>
  );
};

/** Returns the address under which the text of a form is kept. */
export const draftAddress = (resource: string | undefined, id: string | number | undefined): string =>
  `${resource}/${id ?? 'new'}`;

/** Returns the loaded record of the form. */
export const useRecord = (): Row => useRecordContext<Row>();

interface Props {
  /** The sections with their English titles. */
  readonly sections: Readonly<Record<string, ReactNode>>;
  /** The panel beside the sections: status, publication, language, picture. */
  readonly side?: ReactNode;
  /** Further actions beside "Save". */
  readonly actions?: ReactNode;
}

/** The form of a record: sections, a side panel, and one primary action that stays in view. */
export const RecordForm = ({ sections, side, actions }: Props) => {
  const resource = useResourceContext();
  const record = useRecordContext();
  return (
    <Form>
      <Draft address={draftAddress(resource, record?.id)} />
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(side && { lg: 'minmax(0, 1fr) 340px' }) },
          ...(!side && { maxWidth: 900 }),
        }}
      >
        <div>
          {Object.entries(sections).map(([title, content]) => (
            <Panel key={title} title={title}>
              {content}
            </Panel>
          ))}
        </div>
        {side && <div>{side}</div>}
      </Box>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 2,
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          py: 1.5,
          bgcolor: 'background.default',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <SaveButton icon={false} />
        {actions}
        <Unsaved />
      </Box>
    </Form>
  );
};
