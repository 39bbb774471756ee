/** The part of an OpenAPI 3.1 document the page shows, and its schemas written as short outlines. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  nullable?: boolean;
  description?: string;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}
interface Body {
  content?: Record<string, { schema?: Schema }>;
  description?: string;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}
export interface Call {
  id: string;
  method: string;
  path: string;
  group: string;
  operation: Operation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DEEPEST = 6;

/** Every call, in the document's order; the group is the first word of the path after /api/. */
export function callsOf(document: OpenApi): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      const words = path
        .replace(/^\/api\//, '')
        .split('/')
        .filter((word) => word && !word.startsWith('{'));
      const group = (words[0] === 'projects' && words[1]) || words[0] || path;
      return operation
        ? [{ id: `${method} ${path}`, method: method.toUpperCase(), path, group, operation }]
        : [];
    }),
  );
}

/** `{"name": string, "tags"?: [string]}` over several lines. */
export function outline(
  schema: Schema | undefined,
  document: OpenApi,
  indent = '',
  depth = 0,
): string {
  if (!schema) return 'any';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const found = document.components?.schemas?.[name];
    return depth >= DEEPEST || !found ? name : outline(found, document, indent, depth + 1);
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((each) => outline(each, document, indent, depth + 1)).join(' | ');
  if (schema.allOf?.length === 1) return outline(schema.allOf[0], document, indent, depth);
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null && value !== '')
      .map((value) => JSON.stringify(value))
      .join(' | ');
  if (schema.properties) return objectOutline(schema, document, indent, depth);
  if (schema.items) return `[${outline(schema.items, document, indent, depth + 1)}]`;
  if (typeof schema.additionalProperties === 'object')
    return `{…: ${outline(schema.additionalProperties, document, indent, depth + 1)}}`;
  const types = [schema.type ?? 'any'].flat();
  const name = types.join(' | ') + (schema.nullable && !types.includes('null') ? ' | null' : '');
  return schema.format ? name.replace('string', schema.format) : name;
}

function objectOutline(schema: Schema, document: OpenApi, indent: string, depth: number): string {
  if (depth >= DEEPEST) return '{…}';
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${inner}"${name}"${mark}: ${outline(each, document, inner, depth + 1)}`;
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

export function bodySchema(body: Body | undefined): Schema | undefined {
  return Object.values(body?.content ?? {})[0]?.schema;
}

/** A line to paste into a shell. */
export function curlOf(call: Call, origin: string): string {
  const body = call.operation.requestBody
    ? ` \\\n  -H "Content-Type: application/json" -d '{}'`
    : '';
  return `curl -X ${call.method} -H "Authorization: Token $TOKEN" "${origin}${call.path}"${body}`;
}
