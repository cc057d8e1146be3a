import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import {
  Create,
  DataTable,
  EmailField,
  email,
  required,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { shownTime } from '../../parts/dates.ts';
import { EditForm, Saving } from '../../parts/Form.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';
import { ROLES, roleName } from './roles.ts';

const Roles = () => {
  const translate = useTranslate();
  const user = useRecordContext();
  return <>{(user?.roles ?? []).map((role: string) => translate(roleName(role))).join(', ')}</>;
};

const filters = [
  <SearchInput key="search" source="search" alwaysOn />,
  <SelectInput key="roles" source="roles" label="Role" choices={ROLES} />,
];

/** The table of users. */
export const UserTable = () => (
  <RecordTable title="Users" filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <DataTable.Col source="name" label="Name" />
    <DataTable.Col source="username" label="Username" disableSort />
    <DataTable.Col source="email" label="E-mail address">
      <EmailField source="email" />
    </DataTable.Col>
    <DataTable.Col label="Role">
      <Roles />
    </DataTable.Col>
    <DataTable.Col source="registered_date" label="Since" render={({ registered_date: time }) => shownTime(time)} />
  </RecordTable>
);

const role = (
  <SelectInput
    source="roles"
    label="Role"
    choices={ROLES}
    format={(roles?: readonly string[]) => roles?.[0] ?? ''}
    parse={(name: string) => [name]}
    validate={required()}
    fullWidth
  />
);

/** A link that sets a password, to copy and pass on. */
const PasswordLink = ({ url, expires, mailed }: Row) => {
  const translate = useTranslate();
  return (
    <>
      <Alert severity="success" sx={{ mb: 2 }}>
        {translate(mailed ? 'The link is on its way by mail. You can also pass it on yourself.' : 'Pass this link on.')}
      </Alert>
      <Secret value={url} />
      <p>{translate('It works once, until %{time}. It is shown only now.', { time: shownTime(expires) })}</p>
    </>
  );
};

/** The form that invites somebody. */
export const Invitation = () => {
  const translate = useTranslate();
  const [made, setMade] = useState<Row>();
  if (made !== undefined) {
    return (
      <Panel heading="The invitation is ready">
        <PasswordLink {...made} />
        <Button component={Link} to={`/people/users/${made.id}`}>
          {translate('Open the user')}
        </Button>
      </Panel>
    );
  }
  return (
    <Create title="Invite somebody" redirect={false} mutationOptions={{ onSuccess: setMade }}>
      <SimpleForm toolbar={<Saving />} defaultValues={{ roles: ['editor'] }} sx={{ maxWidth: 760 }}>
        <TextInput source="email" label="E-mail address" validate={[required(), email()]} fullWidth />
        <TextInput source="name" label="Name" fullWidth />
        <TextInput
          source="username"
          label="Username"
          helperText="To sign in with. Empty: the e-mail address."
          fullWidth
        />
        {role}
      </SimpleForm>
    </Create>
  );
};

const Access = () => {
  const user = useRecordContext();
  return user === undefined ? null : <AccessOf user={user} />;
};

const AccessOf = ({ user }: { readonly user: Row }) => {
  const translate = useTranslate();
  const act = useAction();
  const [link, setLink] = useState<Row>();
  const [isDeleting, setIsDeleting] = useState(false);
  const make = async (): Promise<void> => {
    const answer = await act(() => request('POST', `/core/v2/users/${user.id}/password-link`));
    setLink(answer?.data);
  };
  return (
    <Box sx={{ width: { xs: '100%', lg: 380 } }}>
      <Panel heading="Signing in">
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
      <Panel heading="Delete">
        <p>{translate('The person cannot sign in any more. Somebody else gets the texts.')}</p>
        <Button color="error" onClick={() => setIsDeleting(true)}>
          {translate('Delete this user')}
        </Button>
        {isDeleting && <DeleteUser user={user} onClose={() => setIsDeleting(false)} />}
      </Panel>
    </Box>
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
          label={translate('Who gets the texts')}
          value={heir}
          onChange={({ target }) => setHeir(target.value)}
        >
          <MenuItem value="">{translate('Nobody: they go to the trash')}</MenuItem>
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

/** The form of a user. */
export const UserForm = () => (
  <EditForm title="User" side={<Access />}>
    <TextInput source="username" label="Username" helperText="It cannot be changed." disabled fullWidth />
    <TextInput source="name" label="Name" validate={required()} fullWidth />
    <TextInput source="email" label="E-mail address" validate={[required(), email()]} fullWidth />
    <TextInput source="description" label="About" multiline minRows={3} fullWidth />
    <TextInput source="url" label="Website" fullWidth />
    {role}
  </EditForm>
);
