import { serviceNames } from '@almanac/manifest';
import type { Form } from './form.ts';
import { CONTAINER_RIGHTS, claimManifest, POD_RIGHTS } from './part.ts';

/** The labels of the operators' pods. Their names set them apart from the parts, whose requests they do not answer. */
const LABELS = '{ app.kubernetes.io/part-of: almanac-operator, app.kubernetes.io/name: almanac-operator }';

/** Returns the jobs, the cron jobs, and the policy of their pods. */
export const jobManifests = (form: Form, revision: string): string =>
  [
    form.when(
      'topics.enabled',
      job(`almanac-topics${revision}`, commandPod('topics', form, [`"${form.value('topics.replicas')}"`])),
    ),
    form.when('indexes.enabled', job(`almanac-indexes${revision}`, commandPod('indexes', form))),
    form.when('verify.enabled', cronJob('verify', form, commandPod('verify', form))),
    form.when('backup.enabled', cronJob('backup', form, backupPod(form)) + claimManifest('backup', form)),
    form.when('networkPolicy.enabled', policy(form)),
  ].join('');

/** Moves text to the right; in a template the number of spaces grows instead. */
const indented = (text: string, by: number): string =>
  text
    .replaceAll(/^(?!\{\{|$)/gm, ' '.repeat(by))
    .replaceAll(/(?<=\| indent )\d+/g, (spaces) => String(Number(spaces) + by));

const job = (name: string, pod: string): string => `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
  labels: ${LABELS}
spec:
  backoffLimit: 10
  # a Job cannot be changed: it goes, so that it can be applied again
  ttlSecondsAfterFinished: 600
  template:
${pod}---
`;

const cronJob = (name: string, form: Form, pod: string): string => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: almanac-${name}
  labels: ${LABELS}
spec:
  schedule: ${form.value(`${name}.schedule`)}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 3600
  jobTemplate:
    spec:
      backoffLimit: 1
      template:
${indented(pod, 4)}---
`;

const podStart = (form: Form): string => `    metadata:
      labels: ${LABELS}
    spec:
      restartPolicy: Never
      ${POD_RIGHTS}${form.member('imagePullSecrets', 'imagePullSecrets', 6)}      containers:
`;

const ENVIRONMENT = `          envFrom:
            - configMapRef: { name: almanac-all }
            - configMapRef: { name: almanac-services }
`;

/** Returns the pod of an operators' command, in the image of a whole site. */
const commandPod = (command: string, form: Form, args: readonly string[] = []): string => {
  const words = ['node', '--max-old-space-size-percentage=60', 'infra/cli/main.ts', 'ops', command, ...args];
  return `${podStart(form)}        - name: ${command}
          image: ${form.value('operator.image')}
          imagePullPolicy: ${form.value('imagePullPolicy')}
          ${CONTAINER_RIGHTS}
          command:
${words.map((word) => `            - ${word}\n`).join('')}${ENVIRONMENT}            - secretRef: { name: ${form.value('operator.existingSecret')}, optional: ${command === 'topics'} }
${form.member('env', 'operator.extraEnv', 10)}${form.member('resources', 'operator.resources', 10)}          volumeMounts:
            - { name: tmp, mountPath: /tmp }
${form.items('operator.extraVolumeMounts', 12)}      volumes:
        - { name: tmp, emptyDir: {} }
${form.items('operator.extraVolumes', 8)}`;
};

/**
 * Returns the pod that copies all databases, subscribers before their sources (docs/operations.md §3): the services of
 * the manifest stand in the opposite order.
 */
const backupPod = (form: Form): string => `${podStart(form)}        - name: backup
          image: ${form.value('backup.image')}
          imagePullPolicy: ${form.value('imagePullPolicy')}
          ${CONTAINER_RIGHTS}
          command:
            - /bin/bash
            - -euc
            - |
              umask 077
              day=$(date -u +%Y-%m-%dT%H%M)
              mkdir -p "/backup/$day.part"
              for service in ${serviceNames.toReversed().join(' ')}; do
                mongodump --uri "$MONGODB_URL" --db "$DATABASE_PREFIX-$service" --gzip --archive="/backup/$day.part/$service.gz"
              done
              mv "/backup/$day.part" "/backup/$day"
              find /backup -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -rf {} +
${ENVIRONMENT}            - secretRef: { name: ${form.value('operator.existingSecret')} }
          env: [{ name: KEEP_DAYS, value: "${form.value('backup.keepDays')}" }]
${form.member('resources', 'backup.resources', 10)}          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: backup, mountPath: /backup }
      volumes:
        - { name: tmp, emptyDir: {} }
        - { name: backup, persistentVolumeClaim: { claimName: ${form.value('backup.claim')} } }
`;

const policy = (form: Form): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: almanac-operator
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: almanac-operator } }
  policyTypes: [Ingress, Egress]
  egress:
${form.items('networkPolicy.egress', 4)}${form.items('networkPolicy.storeEgress', 4)}---
`;
