/** A request that programs send. */
export interface SampledRequest {
  readonly method: string;
  readonly address: string;
  readonly needsSignIn: boolean;
  /** The JSON body. */
  readonly body?: unknown;
  /** True if the request sends a file. */
  readonly sendsFile?: boolean;
  /** True if the answer is JSON. */
  readonly getsJson: boolean;
}

/** A sample as reference pages show it (`x-codeSamples`). */
export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python';
  readonly label: 'curl' | 'TypeScript' | 'Python';
  readonly source: string;
}

const [LOGIN, PASSWORD, FILE] = ['LOGIN', 'APPLICATION PASSWORD', 'harbour.jpg'];

/** Returns a request as code: for a shell with curl, for TypeScript, and for Python with `requests`. */
export const codeSamples = (request: SampledRequest): readonly CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curl(request) },
  { lang: 'TypeScript', label: 'TypeScript', source: typeScript(request) },
  { lang: 'Python', label: 'Python', source: python(request) },
];

const shellText = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curl = ({ method, address, needsSignIn, body, sendsFile }: SampledRequest): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellText(address)}`,
    ...(needsSignIn ? [`-u ${shellText(`${LOGIN}:${PASSWORD}`)}`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellText(JSON.stringify(body))}`]),
    ...(sendsFile ? [`-F 'file=@${FILE}'`] : []),
  ].join(' \\\n  ');

const typeScriptText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;

const typeScript = ({ method, address, needsSignIn, body, sendsFile, getsJson }: SampledRequest): string => {
  const headers = [
    ...(needsSignIn ? [`    Authorization: \`Basic \${btoa('${LOGIN}:${PASSWORD}')}\`,`] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ];
  const init = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
    ...(sendsFile ? ['  body: form,'] : []),
  ];
  return [
    ...(sendsFile
      ? [
          "import { openAsBlob } from 'node:fs';",
          '',
          'const form = new FormData();',
          `form.append('file', await openAsBlob('${FILE}'), '${FILE}');`,
        ]
      : []),
    `const answer = await fetch(${typeScriptText(address)}${init.length === 0 ? ');' : ', {'}`,
    ...init,
    ...(init.length === 0 ? [] : ['});']),
    'if (!answer.ok) throw new Error(await answer.text());',
    `console.log(await answer.${getsJson ? 'json' : 'text'}());`,
  ].join('\n');
};

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const python = ({ method, address, needsSignIn, body, sendsFile, getsJson }: SampledRequest): string =>
  [
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(address)},`,
    ...(needsSignIn ? [`    auth=("${LOGIN}", "${PASSWORD}"),`] : []),
    ...(body === undefined ? [] : [`    json=${pythonValue(body, '    ')},`]),
    ...(sendsFile ? [`    files={"file": open("${FILE}", "rb")},`] : []),
    ')',
    'answer.raise_for_status()',
    `print(answer.${getsJson ? 'json()' : 'text'})`,
  ].join('\n');

const PYTHON_WORDS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** Returns a JSON value as Python writes it. */
const pythonValue = (value: unknown, indent: string): string => {
  if (typeof value !== 'object' || value === null) return PYTHON_WORDS.get(value) ?? JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => `${inner}${pythonValue(each, inner)},\n`)
    : Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonValue(each, inner)},\n`);
  const [start, end] = isList ? ['[', ']'] : ['{', '}'];
  return members.length === 0 ? `${start}${end}` : `${start}\n${members.join('')}${indent}${end}`;
};
