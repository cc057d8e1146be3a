import { Box, FormControlLabel, Radio, RadioGroup, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useInput, useRecordContext, useTranslate } from 'react-admin';
import { Field } from '../../parts/Field.tsx';
import { DAYS, dayName, type Rule, readRule, ruleInWords, writeRule } from './recurrence.ts';

const FREQUENCIES = [
  { id: '', name: 'Does not repeat' },
  { id: 'DAILY', name: 'Every day' },
  { id: 'WEEKLY', name: 'Every week' },
  { id: 'MONTHLY', name: 'Every month' },
  { id: 'YEARLY', name: 'Every year' },
] as const;

const ENDS = [
  { id: 'never', name: 'Never' },
  { id: 'until', name: 'On a day' },
  { id: 'count', name: 'After a number of times' },
];

const RuleFields = ({ rule, onChange }: { readonly rule: Rule; readonly onChange: (rule: Rule) => void }) => {
  const translate = useTranslate();
  const end = rule.until !== undefined ? 'until' : rule.count !== undefined ? 'count' : 'never';
  const endWith = (kind: string): void =>
    onChange({
      ...rule,
      until: kind === 'until' ? new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10) : undefined,
      count: kind === 'count' ? 10 : undefined,
    });
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Field
        type="number"
        label="Interval"
        value={rule.interval}
        onChange={(value) => onChange({ ...rule, interval: Math.max(1, Number(value)) })}
        min={1}
        max={99}
        sx={{ width: 100 }}
      />
      {rule.frequency === 'WEEKLY' && (
        <ToggleButtonGroup
          value={rule.days}
          onChange={(_, days: string[]) => onChange({ ...rule, days })}
          size="small"
          aria-label={translate('Days')}
          sx={{ flexWrap: 'wrap' }}
        >
          {DAYS.map((day) => (
            <ToggleButton key={day} value={day} sx={{ textTransform: 'none' }}>
              {dayName(day)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Field label="Ends" value={end} choices={ENDS} onChange={endWith} sx={{ minWidth: 160 }} />
      {rule.until !== undefined && (
        <Field type="date" label="Last day" value={rule.until} onChange={(until) => onChange({ ...rule, until })} />
      )}
      {rule.count !== undefined && (
        <Field
          type="number"
          label="Times"
          value={rule.count}
          onChange={(value) => onChange({ ...rule, count: Math.max(1, Number(value)) })}
          sx={{ width: 100 }}
        />
      )}
    </Box>
  );
};

/** The recurrence of an event, in words, with its editor; rules that the editor does not know are kept. */
export const RecurrenceInput = () => {
  const translate = useTranslate();
  const { field } = useInput({ source: 'recurrence', defaultValue: null });
  const text: string | undefined = field.value?.rules?.[0];
  const rule = text === undefined ? undefined : readRule(text);
  const change = (next: Rule): void => field.onChange({ ...field.value, rules: [writeRule(next)] });
  const choose = (frequency: string): void => {
    const known = FREQUENCIES.find(({ id }) => id === frequency)?.id;
    if (known) change({ interval: 1, days: [], ...rule, frequency: known });
    else field.onChange(null);
  };
  if (text !== undefined && rule === undefined)
    return (
      <Typography color="textSecondary">
        {translate('This event repeats in a way that cannot be changed here.')}
      </Typography>
    );
  return (
    <Box sx={{ mt: 1 }}>
      <Field
        label="Repeats"
        value={rule?.frequency ?? ''}
        choices={FREQUENCIES}
        onChange={choose}
        sx={{ minWidth: 220 }}
      />
      {rule && <RuleFields rule={rule} onChange={change} />}
      {rule && (
        <Typography role="status" sx={{ mt: 1 }}>
          {ruleInWords(rule, translate)}
        </Typography>
      )}
    </Box>
  );
};

/** Chooses the occurrences that a change of a series concerns. */
export const ScopeInput = () => {
  const translate = useTranslate();
  const record = useRecordContext();
  const { field } = useInput({ source: 'scope', defaultValue: 'this' });
  if (!record?.series) return null;
  return (
    <RadioGroup row aria-label={translate('Change')} value={field.value} onChange={field.onChange}>
      <FormControlLabel value="this" control={<Radio size="small" />} label={translate('Only this date')} />
      <FormControlLabel value="following" control={<Radio size="small" />} label={translate('This and later dates')} />
      <FormControlLabel value="all" control={<Radio size="small" />} label={translate('All dates')} />
    </RadioGroup>
  );
};
