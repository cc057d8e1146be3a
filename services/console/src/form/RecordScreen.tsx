import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import SnackbarContent from '@mui/material/SnackbarContent';
import { type ReactNode, useState } from 'react';
import {
  CreateBase,
  EditBase,
  HttpError,
  type Identifier,
  Loading,
  Title,
  useEditContext,
  useGetRecordId,
  useNotify,
  useRedirect,
  useRefresh,
  useResourceContext,
  useTranslate,
  useUpdate,
} from 'react-admin';
import { type Row, request } from '../shell/client.ts';
import { sourceOf } from '../shell/dataProvider.ts';
import { Conflict, type OtherChange } from './Conflict.tsx';
import { forgetDraft, settleDraft } from './drafts.ts';
import { draftAddress } from './RecordForm.tsx';

/** Returns the members that differ from the record that was read. */
const changesOf = (data: Row, base: Row): Row =>
  Object.fromEntries(
    Object.entries(data).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base?.[name])),
  );

/** Says why something was refused; faults of fields stand at their fields. */
export const useRefusal = () => {
  const notify = useNotify();
  return (error: unknown): void => {
    const isOfFields = error instanceof HttpError && Object.keys(error.body?.errors ?? {}).length > 0;
    const message = error instanceof Error ? error.message : 'ra.notification.http_error';
    notify(isOfFields ? 'ra.message.invalid_form' : message, { type: 'error' });
  };
};

/** Says "Saved", and offers to view the page of the record. */
const useSaved = () => {
  const notify = useNotify();
  const translate = useTranslate();
  return (link: string | undefined): void => {
    const view = link && (
      <Button component="a" href={link} target="_blank" color="inherit" size="small">
        {translate('View')}
      </Button>
    );
    notify(<SnackbarContent message={translate('Saved')} action={view} />, { type: 'success' });
  };
};

/** Reads who changed a record last; undefined without the right to see its history. */
const lastChange = async (kind: string | undefined, id: Identifier): Promise<{ who?: string; at?: string }> => {
  if (kind === undefined) return {};
  try {
    const { data } = await request('GET', `/ops/v1/history/${kind}/${id}`, { query: { per_page: 1 } });
    return { who: data[0]?.who, at: data[0]?.at };
  } catch (error) {
    if (error instanceof HttpError) return {};
    throw error;
  }
};

interface HeadingProps {
  /** Returns the title of a record. */
  readonly titleOf: (record: Row) => string;
  /** Returns the address of the record's page. */
  readonly linkOf?: (record: Row) => string | undefined;
  /** Buttons at the top. */
  readonly actions?: ReactNode;
}

const Heading = ({ titleOf, linkOf, actions }: HeadingProps) => {
  const { record } = useEditContext();
  const translate = useTranslate();
  const link = record && linkOf?.(record);
  return (
    <>
      <Title title={record ? titleOf(record) : ''} />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', minHeight: 36, my: 1 }}>
        {link && (
          <Button component="a" href={link} target="_blank">
            {translate('View')}
          </Button>
        )}
        {actions}
      </Box>
    </>
  );
};

/** Shows a form once its record is loaded: an editor decides by the stored text how to edit it. */
const WhenLoaded = ({ children }: { readonly children: ReactNode }) => {
  const { record } = useEditContext();
  return record === undefined ? <Loading /> : children;
};

interface EditProps extends HeadingProps {
  readonly children: ReactNode;
  /** The kind of the record in its history: `event`. */
  readonly kind?: string;
}

/**
 * Edits a record: saving stays on the screen and sends only what has changed. A change that someone else has made
 * meanwhile is shown, and nothing is overwritten without a decision.
 */
export const EditScreen = ({ children, kind, ...heading }: EditProps) => {
  const resource = useResourceContext() ?? '';
  const id = useGetRecordId();
  const refuse = useRefusal();
  const saved = useSaved();
  const refresh = useRefresh();
  const [update] = useUpdate();
  const [other, setOther] = useState<OtherChange>();
  const close = (): void => setOther(undefined);
  const succeed = (record: Row, { data, previousData }: Row): void => {
    settleDraft(draftAddress(resource, id), { ...previousData, ...data });
    close();
    saved(heading.linkOf?.(record));
  };
  const compare = async (mine: Row, base: Row): Promise<void> => {
    const [theirs, last] = await Promise.all([sourceOf(resource).one(id), lastChange(kind, id)]);
    setOther({ base, theirs, mine, ...last });
  };
  const keepMine = (): void => {
    const { mine: data, theirs: previousData } = other ?? { mine: {}, theirs: {} };
    const options = { mutationMode: 'pessimistic', onSuccess: succeed, onError: refuse } as const;
    update(resource, { id, data, previousData }, options);
  };
  const takeTheirs = (): void => {
    forgetDraft(draftAddress(resource, id));
    close();
    refresh();
  };
  return (
    <EditBase
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{ refetchOnWindowFocus: false, refetchOnReconnect: false }}
      transform={(data: Row, options?: { readonly previousData: Row }) => changesOf(data, options?.previousData)}
      mutationOptions={{
        onSuccess: succeed,
        onError: (error: unknown, variables: Row) => {
          if (error instanceof HttpError && error.status === 412) compare(variables.data, variables.previousData);
          else refuse(error);
        },
      }}
    >
      <Heading {...heading} />
      {other && <Conflict change={other} onClose={close} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />}
      <WhenLoaded>{children}</WhenLoaded>
    </EditBase>
  );
};

interface CreateProps {
  readonly children: ReactNode;
  /** The English title. */
  readonly title: string;
  readonly linkOf?: (record: Row) => string | undefined;
  /** The members that the form starts with. */
  readonly record?: Row;
}

/** Creates a record, and stays with it: a second save changes the same record. */
export const CreateScreen = ({ children, title, linkOf, record }: CreateProps) => {
  const resource = useResourceContext() ?? '';
  const refuse = useRefusal();
  const saved = useSaved();
  const redirect = useRedirect();
  const succeed = (made: Row, { data }: Row): void => {
    settleDraft(draftAddress(resource, undefined), data, draftAddress(resource, made.id));
    saved(linkOf?.(made));
    redirect('edit', resource, made.id);
  };
  return (
    <CreateBase
      redirect={false}
      {...(record !== undefined && { record })}
      mutationOptions={{ onSuccess: succeed, onError: refuse }}
    >
      <Title title={title} />
      <Box sx={{ minHeight: 16 }} />
      {children}
    </CreateBase>
  );
};
