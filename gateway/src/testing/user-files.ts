const row = 'row cells problems { column message }';
/** Previews the upload of a user file. */
export const preview = `mutation($organisationId: ID!, $file: Upload!) {
  previewUserUpload(organisationId: $organisationId, file: $file) {
    columns rows { ${row} } validCount faultyCount seatsUsed seatsLeft
  }
}`;
/** Previews how a user file is read. */
export const readingPreview = `mutation(
  $organisationId: ID!, $file: Upload!, $corrections: [UserUploadCorrection!]! = [], $encoding: String
) {
  previewUserUpload(organisationId: $organisationId, file: $file, corrections: $corrections, encoding: $encoding) {
    columns reading { kind encoding separator sheet headerRow headings leftOut hiddenRowCount }
    rows { cells changes { column from } problems { message } }
  }
}`;
/** Uploads a user file and selects the organisation. */
export const upload = `mutation($organisationId: ID!, $file: Upload!, $onlyValidRows: Boolean) {
  uploadUsers(organisationId: $organisationId, file: $file, onlyValidRows: $onlyValidRows) {
    createdCount refused { ${row} } organisation { id activeUserCount }
  }
}`;
/** Uploads a user file and selects nothing that needs a read afterwards. */
export const countAlone = `mutation(
  $organisationId: ID!, $file: Upload!, $onlyValidRows: Boolean! = false, $corrections: [UserUploadCorrection!]! = []
  $encoding: String
) {
  uploadUsers(
    organisationId: $organisationId, file: $file, onlyValidRows: $onlyValidRows, corrections: $corrections, encoding: $encoding
  ) { createdCount refused { ${row} } }
}`;

/** The required columns of a user file. */
export const header = 'firstname,lastname,email,designation,role,supervisor,department_name';
/** A row of a user file, with valid values by default. */
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
/** A user file with these rows. */
export const csv = (...lines: string[]) => `${[header, ...lines].join('\n')}\n`;
/** A user file with a valid row for each name. */
export const lines = (...names: string[]) => csv(...names.map((name) => line(name)));
