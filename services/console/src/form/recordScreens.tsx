import type { ComponentType, ReactNode } from 'react';
import type { Row } from '../shell/client.ts';
import { RecordList, type RecordListProps } from './RecordList.tsx';
import { CreateScreen, type DeletionLabel, EditScreen } from './RecordScreen.tsx';

interface Screens extends Omit<RecordListProps, 'isEdited'> {
  /** The form; without one, records are not opened. */
  readonly Form?: ComponentType;
  /** The content of the screen above the form of a stored record. */
  readonly above?: ReactNode;
  /** The member that names a record, or the English title of its form. */
  readonly name?: string;
  /** The member that holds the address of a record's page. */
  readonly link?: string;
  /** The English label of the button that deletes a record; absent: there is none. */
  readonly deletion?: DeletionLabel;
  /** The kind of the record in its history: `event`. */
  readonly kind?: string;
  /** The members that a new record starts with. */
  readonly start?: Row;
  /** Shows what is told only once about a created record. */
  readonly Result?: ComponentType<{ readonly made: Row }>;
}

/** Returns the list and the forms of a table. */
export const recordScreens = (screens: Screens) => {
  const { Form, above, name = 'name', link, deletion, kind, start, Result, ...list } = screens;
  const { create } = list;
  return {
    list: () => <RecordList {...list} isEdited={Form !== undefined} />,
    ...(Form && {
      edit: () => (
        <EditScreen kind={kind} name={name} link={link} deletion={deletion}>
          {above}
          <Form />
        </EditScreen>
      ),
      ...(create !== undefined && {
        create: () => (
          <CreateScreen title={create} link={link} Result={Result} record={start}>
            <Form />
          </CreateScreen>
        ),
      }),
    }),
    representation: name,
  };
};
