const row = 'row cells problems { column message }';
/** Tells what uploading a file of users would do. */
export const preview = `mutation($organisationId: ID!, $file: Upload!) {
  previewUserUpload(organisationId: $organisationId, file: $file) {
    columns rows { ${row} } validCount faultyCount seatsUsed seatsLeft
  }
}`;
/** Tells how a file of users is read. */
export const readingPreview = `mutation(
  $organisationId: ID!, $file: Upload!, $corrections: [UserUploadCorrection!]! = [], $encoding: String
) {
  previewUserUpload(organisationId: $organisationId, file: $file, corrections: $corrections, encoding: $encoding) {
    columns reading { kind encoding separator sheet headerRow headings leftOut }
    rows { cells changes { column from } problems { message } }
  }
}`;
/** Uploads a file of users and asks for their organisation. */
export const upload = `mutation($organisationId: ID!, $file: Upload!, $onlyValidRows: Boolean) {
  uploadUsers(organisationId: $organisationId, file: $file, onlyValidRows: $onlyValidRows) {
    createdCount refused { ${row} } organisation { id activeUserCount }
  }
}`;
/** Uploads a file of users and asks for nothing that would be read afterwards. */
export const countAlone = `mutation(
  $organisationId: ID!, $file: Upload!, $onlyValidRows: Boolean! = false, $corrections: [UserUploadCorrection!]! = []
  $encoding: String
) {
  uploadUsers(
    organisationId: $organisationId, file: $file, onlyValidRows: $onlyValidRows, corrections: $corrections, encoding: $encoding
  ) { createdCount refused { ${row} } }
}`;

/** The columns that no file of users can do without. */
export const header = 'firstname,lastname,email,designation,role,supervisor,department_name';
/** A row of a file of users, good unless said. */
export const line = (
  name: string,
  more: Partial<Record<'email' | 'role' | 'designation' | 'department_name', string>> = {},
) =>
  [
    name,
    'New',
    more.email ?? `${name}@new.example`.toLowerCase(),
    more.designation ?? 'Engineer',
    more.role ?? 'Auditee',
    'boss@a.example',
    more.department_name ?? 'InfoSec',
  ].join(',');
/** A file of these rows. */
export const csv = (...lines: string[]) => `${[header, ...lines].join('\n')}\n`;
/** A file of good rows, one for each name. */
export const lines = (...names: string[]) => csv(...names.map((name) => line(name)));
