import { Alert } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useTranslate } from 'react-admin';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { EditScreen } from '../../form/RecordScreen.tsx';
import { Action } from '../../parts/Action.tsx';
import { Ask } from '../../parts/Ask.tsx';
import { utcText } from '../../parts/dates.ts';
import { Field } from '../../parts/Field.tsx';
import { LineForm } from '../../parts/LineForm.tsx';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { AnswerRows } from '../../parts/Rows.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';
import { site } from '../../shell/site.ts';

export const ME = '/core/v2/users/me';
const PASSWORDS = `${ME}/application-passwords`;

/** Credentials are changed on a page that asks for the password. */
const SigningIn = () => {
  const translate = useTranslate();
  return (
    <Panel title="Signing in">
      <p>{translate('You sign in as %{name}. Changes here need your password.', { name: useRecord().username })}</p>
      <Action label="Change password or e-mail address" href={`${site.base}/account`} variant="outlined" />
    </Panel>
  );
};

/** The profile of the signed-in person. */
export const MyAccount = () => (
  <EditScreen id="me" name="My account">
    <RecordForm
      sections={{
        Profile: (
          <>
            <TextInput source="name" label="Name" helperText="Shown to visitors." validate={required()} />
            <TextInput source="first_name" label="First name" />
            <TextInput source="last_name" label="Last name" />
            <TextInput source="url" label="Website" />
            <TextInput source="description" label="About" multiline minRows={3} />
          </>
        ),
      }}
      side={<SigningIn />}
    />
  </EditScreen>
);

/** The application passwords of the signed-in person. */
export const ApplicationPasswords = () => {
  const translate = useTranslate();
  const shown = useAnswer(PASSWORDS);
  const [name, setName] = useState('');
  const [made, setMade] = useState<Row>();
  const create = async (): Promise<void> => {
    const answer = await shown.change(() => request('POST', PASSWORDS, { body: { name } }));
    if (answer === undefined) return;
    setMade(answer.data);
    setName('');
  };
  const revoke = (uuid: string) =>
    shown.change(() => request('DELETE', `${PASSWORDS}/${uuid}`), 'The application can no longer sign in.');
  return (
    <Screen title="Application passwords">
      <Panel title="New application password">
        <p>{translate('Each application, such as an app on your phone, signs in with its own password.')}</p>
        <LineForm action="Create" onSend={create}>
          <Field label="Name of the application" value={name} onChange={setName} required fullWidth />
        </LineForm>
        <div aria-live="polite">
          {made !== undefined && (
            <Alert severity="success" sx={{ mt: 2 }}>
              {translate('The password of %{name}. It is shown only now.', { name: made.name })}
              <Secret value={made.password} />
            </Alert>
          )}
        </div>
      </Panel>
      <Panel title="Your applications">
        <AnswerRows
          shown={shown}
          emptyText="No application signs in for you."
          columns={[
            { label: 'Application', cell: (each) => each.name },
            { label: 'Since', cell: ({ created }) => utcText(created) },
            { label: 'Last used', cell: ({ last_used: time }) => utcText(time) },
            {
              label: 'Revoke',
              cell: ({ uuid }) => (
                <Ask label="Revoke" text="The application can no longer sign in." onYes={() => revoke(uuid)} />
              ),
            },
          ]}
        />
      </Panel>
    </Screen>
  );
};
