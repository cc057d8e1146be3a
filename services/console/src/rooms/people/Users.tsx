import { Alert } from '@mui/material';
import { useState } from 'react';
import { email, required, SelectInput, TextInput, useRedirect, useTranslate } from 'react-admin';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { choiceFilter, searchFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { Action } from '../../parts/Action.tsx';
import { Ask } from '../../parts/Ask.tsx';
import { utcText } from '../../parts/dates.ts';
import { Field } from '../../parts/Field.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';
import { ROLES, roleName } from './roles.ts';

const Roles = ({ roles }: { readonly roles: readonly string[] }) => {
  const translate = useTranslate();
  return roles.map((role) => translate(roleName(role))).join(', ');
};

const role = (
  <SelectInput
    source="roles"
    label="Role"
    choices={ROLES}
    format={(roles?: readonly string[]) => roles?.[0] ?? ''}
    parse={(name: string) => [name]}
    validate={required()}
  />
);

/** A link that sets a password, to copy and pass on. */
const PasswordLink = ({ url, expires, mailed }: Row) => {
  const translate = useTranslate();
  return (
    <>
      <Alert severity="success" sx={{ mb: 2 }}>
        {translate(
          mailed ? 'The link was sent by e-mail. You can also send it yourself.' : 'Send this link to the person.',
        )}
      </Alert>
      <Secret value={url} />
      <p>{translate('It works once, until %{time}. It is shown only now.', { time: utcText(expires) })}</p>
    </>
  );
};

/** What the person who invites passes on. */
const Invited = ({ made }: { readonly made: Row }) => {
  return (
    <Panel title="The invitation is ready">
      <PasswordLink {...made} />
      <Action label="Open the user" to={`/people/users/${made.id}`} />
    </Panel>
  );
};

/** The choice of the person who gets the content of a deleted user. */
const Heir = ({ of, ...field }: { of: Row; value: string; onChange: (value: string) => void }) => {
  const users = useAnswer('/core/v2/users', { context: 'edit', per_page: 100 });
  const others = (users.data ?? []).filter(({ id }: Row) => id !== of.id);
  return (
    <Field
      label="New author of the content"
      choices={[
        { id: '', name: 'Nobody. Move the content to the trash.' },
        ...others.map(({ id, name }: Row) => ({ id: String(id), name })),
      ]}
      fullWidth
      {...field}
    />
  );
};

const Access = ({ user }: { readonly user: Row }) => {
  const translate = useTranslate();
  const act = useAction();
  const redirect = useRedirect();
  const [link, setLink] = useState<Row>();
  const [heir, setHeir] = useState('');
  const path = `/core/v2/users/${user.id}`;
  const make = async (): Promise<void> => {
    const answer = await act(() => request('POST', `${path}/password-link`));
    setLink(answer?.data);
  };
  const remove = async (): Promise<void> => {
    const body = { force: true, reassign: heir };
    const answer = await act(() => request('DELETE', path, { body }), 'Deleted');
    if (answer !== undefined) redirect('/people/users');
  };
  return (
    <>
      <Panel title="Signing in">
        {link === undefined ? (
          <>
            <p>{translate('A link lets this person choose a new password.')}</p>
            <Action label="Create a password link" variant="outlined" onClick={make} />
          </>
        ) : (
          <PasswordLink {...link} />
        )}
      </Panel>
      <Panel title="Delete">
        <p>{translate('The person can no longer sign in. You choose what happens to their content.')}</p>
        <Ask label="Delete this user" text={<Heir of={user} value={heir} onChange={setHeir} />} onYes={remove} />
      </Panel>
    </>
  );
};

const Form = () => {
  const user = useRecord();
  const isNew = user?.id === undefined;
  return (
    <RecordForm
      sections={{
        Who: (
          <>
            <TextInput source="email" label="E-mail address" validate={[required(), email()]} />
            <TextInput source="name" label="Name" {...(!isNew && { validate: required() })} />
            <TextInput
              source="username"
              label="Username"
              helperText={isNew ? 'Used to sign in. If empty, the e-mail address is used.' : 'It cannot be changed.'}
              slotProps={{ htmlInput: { readOnly: !isNew } }}
            />
            {role}
          </>
        ),
        ...(!isNew && {
          More: (
            <>
              <TextInput source="description" label="About" multiline minRows={3} />
              <TextInput source="url" label="Website" />
            </>
          ),
        }),
      }}
      side={!isNew && <Access user={user} />}
    />
  );
};

export const userScreens = recordScreens({
  create: 'Invite a person',
  kind: 'user',
  filters: [searchFilter, choiceFilter('roles', 'Role', ROLES)],
  sort: { field: 'name', order: 'ASC' },
  columns: [
    { source: 'name', label: 'Name', isSorted: true },
    { source: 'username', label: 'Username', isMinor: true },
    { source: 'email', label: 'E-mail address', isSorted: true },
    { label: 'Role', cell: ({ roles }) => <Roles roles={roles} /> },
    {
      source: 'registered_date',
      label: 'Since',
      isMinor: true,
      cell: (user) => utcText(user.registered_date),
      isSorted: true,
    },
  ],
  start: { roles: ['editor'] },
  Form,
  Result: Invited,
});
