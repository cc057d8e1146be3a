import type { ReactNode } from 'react';
import { Create, Edit, type RaRecord, SaveButton, SimpleForm, Toolbar, useNotify, useTranslate } from 'react-admin';

/** The toolbar of a form: its only action is to save. */
export const Saving = () => (
  <Toolbar sx={{ bgcolor: 'transparent' }}>
    <SaveButton alwaysEnable={false} />
  </Toolbar>
);

interface FormProps {
  readonly children: ReactNode;
  readonly defaults?: object;
  /** True to warn of changes that are not saved. */
  readonly side?: ReactNode;
}

const Fields = ({ children, defaults = {} }: FormProps) => (
  <SimpleForm toolbar={<Saving />} defaultValues={defaults} warnWhenUnsavedChanges sx={{ maxWidth: 760 }}>
    {children}
  </SimpleForm>
);

/** Says that a record is saved, and shows the warnings of the site about it. */
const useSaved = () => {
  const notify = useNotify();
  const translate = useTranslate();
  return (data: RaRecord): void => {
    const warnings: readonly { readonly message: string }[] = data.warnings ?? [];
    const [first] = warnings;
    if (first === undefined) notify(translate('ra.notification.updated', { smart_count: 1 }), { type: 'success' });
    else notify(warnings.map(({ message }) => message).join(' '), { type: 'warning', autoHideDuration: 12_000 });
  };
};

/** The form of an existing record. Saving stays on the screen. */
export const EditForm = ({ title, side, ...fields }: FormProps & { readonly title: string }) => {
  const saved = useSaved();
  return (
    <Edit
      title={title}
      redirect={false}
      mutationMode="pessimistic"
      mutationOptions={{ onSuccess: saved }}
      actions={false}
      {...(side !== undefined && { aside: <>{side}</> })}
      sx={{ '& .RaEdit-main': { flexWrap: 'wrap', gap: 3 } }}
    >
      <Fields {...fields} />
    </Edit>
  );
};

/** The form of a new record. Saving leads to the form of the record. */
export const CreateForm = ({ title, ...fields }: FormProps & { readonly title: string }) => (
  <Create title={title} redirect="edit">
    <Fields {...fields} />
  </Create>
);
