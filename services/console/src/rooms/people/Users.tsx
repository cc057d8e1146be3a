import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { email, required, SelectInput, TextInput, useRedirect, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { searchFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { utcText } from '../../parts/dates.ts';
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
  const translate = useTranslate();
  return (
    <Panel title="The invitation is ready">
      <PasswordLink {...made} />
      <Button component={Link} to={`/people/users/${made.id}`}>
        {translate('Open the user')}
      </Button>
    </Panel>
  );
};

const Access = ({ user }: { readonly user: Row }) => {
  const translate = useTranslate();
  const act = useAction();
  const [link, setLink] = useState<Row>();
  const [isDeleting, setIsDeleting] = useState(false);
  const make = async (): Promise<void> => {
    const answer = await act(() => request('POST', `/core/v2/users/${user.id}/password-link`));
    setLink(answer?.data);
  };
  return (
    <>
      <Panel title="Signing in">
        {link === undefined ? (
          <>
            <p>{translate('A link lets this person choose a new password.')}</p>
            <Button variant="outlined" onClick={make}>
              {translate('Create a password link')}
            </Button>
          </>
        ) : (
          <PasswordLink {...link} />
        )}
      </Panel>
      <Panel title="Delete">
        <p>{translate('The person can no longer sign in. You choose what happens to their content.')}</p>
        <Button color="error" onClick={() => setIsDeleting(true)}>
          {translate('Delete this user')}
        </Button>
        {isDeleting && <DeleteUser user={user} onClose={() => setIsDeleting(false)} />}
      </Panel>
    </>
  );
};

const DeleteUser = ({ user, onClose }: { readonly user: Row; readonly onClose: () => void }) => {
  const translate = useTranslate();
  const act = useAction();
  const redirect = useRedirect();
  const users = useAnswer('/core/v2/users', { context: 'edit', per_page: 100 });
  const [heir, setHeir] = useState('');
  const remove = async (): Promise<void> => {
    const answer = await act(
      () => request('DELETE', `/core/v2/users/${user.id}`, { body: { force: true, reassign: heir } }),
      'Deleted',
    );
    if (answer !== undefined) redirect('/people/users');
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-user">
      <DialogTitle id="delete-user">{translate('Delete %{name}?', { name: user.name })}</DialogTitle>
      <DialogContent>
        <TextField
          select
          fullWidth
          label={translate('New author of the content')}
          value={heir}
          onChange={({ target }) => setHeir(target.value)}
        >
          <MenuItem value="">{translate('Nobody. Move the content to the trash.')}</MenuItem>
          {(users.data ?? [])
            .filter(({ id }: Row) => id !== user.id)
            .map(({ id, name }: Row) => (
              <MenuItem key={id} value={String(id)}>
                {name}
              </MenuItem>
            ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button color="error" variant="contained" onClick={remove}>
          {translate('Delete')}
        </Button>
      </DialogActions>
    </Dialog>
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
  filters: [searchFilter, <SelectInput key="roles" source="roles" label="Role" choices={ROLES} />],
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
