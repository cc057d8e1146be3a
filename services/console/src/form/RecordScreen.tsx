import { Box, Chip, SnackbarContent } from '@mui/material';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import {
  CreateBase,
  DeleteWithConfirmButton,
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
import { Link } from 'react-router';
import { Action } from '../parts/Action.tsx';
import { Failed } from '../parts/Failed.tsx';
import { useRefusal } from '../parts/useAnswer.ts';
import { type Row, request } from '../shell/client.ts';
import { sourceOf } from '../shell/dataProvider.ts';
import { languageName, site } from '../shell/site.ts';
import { Conflict, type OtherChange } from './Conflict.tsx';
import { forgetDraft, settleDraft } from './drafts.ts';
import { draftAddress } from './RecordForm.tsx';

/** Returns the members that differ from the record that was read. */
export const changesOf = (data: Row, base: Row): Row =>
  Object.fromEntries(
    Object.entries(data).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base?.[name])),
  );

/** Says "Saved", and offers to view the page of the record; or shows the warnings of the site about it. */
const useSaved = () => {
  const notify = useNotify();
  const translate = useTranslate();
  return ({ warnings = [], ...record }: Row, member: string | undefined): void => {
    if (warnings.length > 0) {
      notify(warnings.map(({ message }: Row) => translate(message)).join(' '), { type: 'warning' });
      return;
    }
    const link = member && record[member];
    const view = link && <Action label="View" href={link} target="_blank" color="inherit" size="small" />;
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
  /** The member that names a record, or the English title of the screen. */
  readonly name: string;
  /** The member that holds the address of the record's page. */
  readonly link?: string | undefined;
  /** The English label of the button that deletes the record; absent: there is none. */
  readonly deletion?: DeletionLabel | undefined;
}

/** The question before a deletion; `others` says what becomes of the versions in other languages. */
interface Question {
  readonly title: string;
  readonly content: string;
  readonly others?: string;
}

const QUESTIONS = {
  'Move to the trash': {
    title: 'Move to the trash?',
    content: 'Visitors no longer see it. It can be restored from the trash.',
    others: 'Its versions in other languages stay as they are.',
  },
  Delete: { title: 'Delete for good?', content: 'This cannot be undone.' },
} satisfies Readonly<Record<string, Question>>;

/** The English label of a button that deletes a record. */
export type DeletionLabel = keyof typeof QUESTIONS;

/** Deletes the record after a question that says what becomes of it. */
const Deletion = ({ label }: { readonly label: DeletionLabel }) => {
  const translate = useTranslate();
  const { record } = useEditContext();
  const { title, content, others }: Question = QUESTIONS[label];
  const hasOthers = Object.keys(record?.i18n?.translations ?? {}).length > 1;
  return (
    <DeleteWithConfirmButton
      label={label}
      confirmTitle={title}
      confirmContent={
        <>
          {translate(content)} {hasOthers && others && translate(others)}
        </>
      }
    />
  );
};

const Heading = ({ name, link, deletion }: HeadingProps) => {
  const { record, resource } = useEditContext();
  const page = record && link && record[link];
  const language = site.languages.length > 1 && record?.i18n?.language;
  return (
    <>
      <Title title={record ? (record[name] ?? name) : ''} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          minHeight: page || deletion ? 36 : 0,
          my: 1,
          whiteSpace: 'nowrap',
        }}
      >
        {language && <Chip size="small" color="primary" label={languageName(language)} />}
        {language &&
          Object.entries<number>(record.i18n.translations)
            .filter(([code]) => code !== language)
            .map(([code, id]) => (
              <Chip
                key={code}
                size="small"
                variant="outlined"
                component={Link}
                to={`/${resource}/${id}`}
                clickable
                label={languageName(code)}
              />
            ))}
        <Box sx={{ flexGrow: 1 }} />
        {page && <Action label="View" href={page} target="_blank" />}
        {record && deletion && <Deletion label={deletion} />}
      </Box>
    </>
  );
};

/**
 * Shows a form once its record is loaded, since an editor decides by the stored text how to edit it; and the reason if it
 * cannot be loaded.
 */
const WhenLoaded = ({ children }: { readonly children: ReactNode }) => {
  const { record, error, refetch } = useEditContext();
  if (record !== undefined) return children;
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />;
};

interface EditProps extends HeadingProps {
  readonly children: ReactNode;
  /** The kind of the record in its history: `event`. */
  readonly kind?: string | undefined;
  /** The id of the record; by default the address has it. */
  readonly id?: string;
}

/**
 * Edits a record: saving stays on the screen and sends only what has changed. A change that someone else has made
 * meanwhile is shown, and nothing is overwritten without a decision.
 */
export const EditScreen = ({ children, kind, id: fixed, ...heading }: EditProps) => {
  const resource = useResourceContext() ?? '';
  const id = useGetRecordId(fixed);
  const refuse = useRefusal();
  const saved = useSaved();
  const refresh = useRefresh();
  const [update] = useUpdate();
  const [other, setOther] = useState<OtherChange>();
  const close = (): void => setOther(undefined);
  const succeed = (record: Row, { data, previousData }: Row): void => {
    settleDraft(draftAddress(resource, id), { ...previousData, ...data });
    close();
    saved(record, heading.link);
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
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      // the screen says itself why it has no record
      queryOptions={{ refetchOnWindowFocus: false, refetchOnReconnect: false, onError: () => undefined }}
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
  readonly link?: string | undefined;
  /** The members that the form starts with. */
  readonly record?: Row;
  /** Shows what is told only once, instead of the form of the created record. */
  readonly Result?: ComponentType<{ readonly made: Row }> | undefined;
}

/** Creates a record, and stays with it: a second save changes the same record. */
export const CreateScreen = ({ children, title, link, record, Result }: CreateProps) => {
  const resource = useResourceContext() ?? '';
  const refuse = useRefusal();
  const saved = useSaved();
  const redirect = useRedirect();
  const [made, setMade] = useState<Row>();
  const isMade = useRef(false);
  const succeed = (created: Row, { data }: Row): void => {
    isMade.current = true;
    settleDraft(draftAddress(resource, undefined), data, draftAddress(resource, created.id));
    if (Result) {
      setMade(created);
      return;
    }
    saved(created, link);
    redirect('edit', resource, created.id);
  };
  return (
    <CreateBase
      redirect={false}
      {...(record !== undefined && { record })}
      // until the form of the created record opens, which takes over what is typed, a second save waits
      transform={(data: Row) => (isMade.current ? new Promise<Row>(() => undefined) : data)}
      mutationOptions={{ onSuccess: succeed, onError: refuse }}
    >
      <Title title={title} />
      <Box sx={{ minHeight: 16 }} />
      {Result && made !== undefined ? <Result made={made} /> : children}
    </CreateBase>
  );
};
