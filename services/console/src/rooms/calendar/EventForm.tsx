import { Box } from '@mui/material';
import { useEffect, useRef } from 'react';
import { BooleanInput, required, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { History } from '../../form/History.tsx';
import { LinkedInput } from '../../form/LinkedInput.tsx';
import { PictureInput } from '../../form/PictureInput.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import { TextEditor } from '../../form/TextEditor.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { site, zoneChoices } from '../../shell/site.ts';
import { useRights } from '../../shell/useRights.ts';
import { RecurrenceInput, ScopeInput } from './RecurrenceInput.tsx';

const toField = (value: string | undefined): string => (value ?? '').replace(' ', 'T').slice(0, 16);
const toMember = (value: string): string => (value === '' ? '' : `${value.replace('T', ' ')}:00`);
const HOUR_MS = 3_600_000;

const momentOf = (value: string): number => Date.parse(`${value.replace(' ', 'T')}Z`);
const memberAt = (moment: number): string => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

/** Moves the end with the start, so an event keeps its length. */
const useSameLength = (): void => {
  const { getValues, setValue } = useFormContext();
  const start: string = useWatch({ name: 'start_date' }) ?? '';
  const former = useRef(start);
  useEffect(() => {
    const before = former.current;
    former.current = start;
    if (start === '' || start === before || Number.isNaN(momentOf(start))) return;
    const end: string = getValues('end_date') ?? '';
    const length = before && end ? momentOf(end) - momentOf(before) : HOUR_MS;
    if (!before && end) return;
    setValue('end_date', memberAt(momentOf(start) + Math.max(length, 0)), { shouldDirty: true });
  }, [start, getValues, setValue]);
};

const When = () => {
  useSameLength();
  const zone: string | undefined = useRecordContext()?.timezone;
  const isKnown = zone === undefined || zoneChoices.some(({ id }) => id === zone);
  const type = useWatch({ name: 'all_day' }) ? 'date' : 'datetime-local';
  const length = type === 'date' ? 10 : 16;
  const date = {
    type,
    format: (value?: string) => toField(value).slice(0, length),
    parse: (value: string) => toMember(type === 'date' ? `${value}T00:00` : value),
    validate: required(),
    helperText: false,
    slotProps: { inputLabel: { shrink: true } },
  } as const;
  return (
    <>
      <ScopeInput />
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput source="start_date" label="Start" {...date} />
        <TextInput source="end_date" label="End" {...date} />
      </Box>
      <BooleanInput source="all_day" label="All day" />
      <SelectInput
        source="timezone"
        label="Time zone"
        choices={isKnown ? zoneChoices : [...zoneChoices, { id: zone, name: zone }]}
        defaultValue={site.timezone}
        translateChoice={false}
      />
      <RecurrenceInput />
    </>
  );
};

/** The form of an event: what, when, where, who, more; beside it status, picture and categories. */
export const EventForm = () => {
  const may = useRights();
  return (
    <RecordForm
      sections={{
        What: (
          <>
            <TextInput source="title" label="Title" validate={required()} />
            <TextEditor source="description" label="Description" />
          </>
        ),
        When: <When />,
        Where: (
          <LinkedInput
            source="venue"
            label="Venue"
            reference="calendar/venues"
            name="title"
            canCreate={may('edit_cal_venues')}
          />
        ),
        Who: (
          <LinkedInput
            source="organizer"
            label="Organizer"
            reference="calendar/organizers"
            name="title"
            canCreate={may('edit_cal_organizers')}
          />
        ),
        More: (
          <>
            <TextInput source="excerpt" label="Summary" multiline />
            <TextInput source="cost" label="Price" />
            <TextInput source="website" label="Website" type="url" />
            <TextInput source="slug" label="Web address" />
          </>
        ),
      }}
      side={
        <>
          <Panel title="Publication">
            <StatusInput right="publish_cal_events" />
            <BooleanInput source="featured" label="Highlight" />
            <BooleanInput source="hide_from_listings" label="Hide from lists" />
          </Panel>
          <Panel title="Picture">
            <PictureInput source="image" />
          </Panel>
          <Panel title="Categories">
            <LinkedInput
              source="categories"
              label="Categories"
              reference="calendar/categories"
              name="name"
              canCreate={may('publish_cal_events')}
            />
            <LinkedInput
              source="tags"
              label="Tags"
              reference="content/tags"
              name="name"
              canCreate={may('manage_categories')}
            />
          </Panel>
          <History kind="event" />
        </>
      }
    />
  );
};
