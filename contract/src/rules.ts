/** Rules, limits, timings and texts that several packages use (SPEC.md sections 4, 5, 8 and 9). */

/** A passcode has 4 characters (SPEC 5 and 9). */
export const otpLength = 4;
/** The 32 characters of our platform's passcodes: 20 bits for 4. Typed I, L, O and U are read as 1, 1, 0 and V (CHECKLIST OPEN-10). */
export const otpAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Minutes in which a sign-in is completed with a passcode or at the identity provider. */
export const signInStepMinutes = 10;
/** Seconds between two OTP mails (SPEC 4). */
export const otpResendSeconds = 30;
/** Minutes for which a passcode is valid, and the wrong tries that end it (CHECKLIST OPEN-10). */
export const otpMinutes = 5;
export const otpMaxTries = 5;
/** Unused passcodes that are sent for an account (CHECKLIST OPEN-10). */
export const otpMaxPerHour = 5;
export const otpMaxPerDay = 10;
/** Passcodes per hour that an IP address may request without a sign-in in progress. */
export const otpMaxPerAddress = 20;
/** Minutes over which wrong passwords are counted. */
export const signInWindowMinutes = 15;
/** The number of digits of a code of an authenticator app. */
export const appCodeLength = 6;
/** Placeholder for a required field that the identity provider does not send, until the user enters a value. */
export const notSetText = 'Not set';

/** How many recovery codes a user with an authenticator app is given. */
export const recoveryCodeCount = 10;

/** Maximum lengths of fields in characters (CHECKLIST OPEN-62). Those of people and organisations are in the tables of their fields. */
export const maxLength = {
  email: 254,
  ssoId: 255,
  ssoSecret: 1_000,
  ssoIssuer: 500,
  domain: 253,
  apiKeyName: 100,
  webhookUrl: 1_000,
  provisioningRole: 200,
  passkeyName: 100,
  appCode: 20,
  reason: 500,
} as const;

/** Days after which an API key expires; its owner chooses one. */
export const keyLifetimeDays = [30, 90, 365] as const;
/** Hours for which a rotated key still works alongside the key that replaces it. */
export const keyOverlapHours = 24;
/** Days before a key expires at which its owner is reminded by email. */
export const keyReminderDays = 7;
/** Most usable API keys of a user. */
export const maxKeysPerUser = 20;
/** Most usable API keys of an organisation, and most usable SCIM keys: one and its successor. */
export const maxKeysPerOrganisation = 20;
export const maxProvisioningKeys = 2;
/** Days before an organisation key expires at which its Organisers are reminded by email. */
export const organisationKeyReminderDays = [14, 3] as const;
/** Most values of SCIM roles that an organisation maps to roles. */
export const maxProvisioningRoles = 100;
/** Most webhooks of an organisation. */
export const maxWebhooksPerOrganisation = 10;
/** Hours for which deliveries are also signed with the previous secret after a change. */
export const webhookSecretOverlapHours = 24;
/** Hours for which a failed delivery is retried. */
export const webhookRetryHours = 24;
/** Days with only failed deliveries after which a webhook is turned off. */
export const webhookFailingDays = 3;
/** Days for which deliveries are listed, and how many completed deliveries of a webhook are listed. */
export const webhookDeliveryListed = { days: 7, most: 1_000 } as const;
export const maxPasskeysPerUser = 20;
/** Limit in characters of a browser's JSON response for a passkey. */
export const maxPasskeyResponseLength = 8_000;
/** Days for which an expired or revoked key is still listed. */
export const endedKeyListedDays = 90;
/** The request log of an API key: how many days, and how many requests. */
export const requestLogDays = 7;
export const requestLogLength = 10_000;
/** Seconds between two mails, and between two copied links, of an invitation. */
export const invitationPauseSeconds = 60;

/** Largest logo or icon, in bytes (CHECKLIST OPEN-54). */
export const imageMaxBytes = 2 * 1024 * 1024;
/** Accepted types of logos and icons; each is stored as a bitmap. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;

/** Senior positions (SPEC 3): stored id, label, role and department that the wizard proposes. The first is required. */
export const seniorPosts = [
  { id: 'CEO', label: 'Chief Executive Officer [CEO]', role: 'ASSESSOR', department: 'Technology' },
  { id: 'CTO', label: 'Chief Technology Officer [CTO]', role: 'ASSESSOR', department: 'Technology' },
  { id: 'CFO', label: 'Chief Financial Officer [CFO]', role: 'ASSESSOR', department: 'Finance' },
  { id: 'COO', label: 'Chief Operating Officer [COO]', role: 'ASSESSOR', department: 'Operations' },
  { id: 'CISO', label: 'Chief Information Security Officer [CISO]', role: 'ORGANISER', department: 'InfoSec' },
  { id: 'CHRO', label: 'Chief Human Resources Officer [CHRO]', role: 'ASSESSOR', department: 'HR' },
  { id: 'CPO', label: 'Chief People Officer [CPO]', role: 'ASSESSOR', department: 'HR' },
  { id: 'DPO', label: 'Data Protection Officer [DPO]', role: 'ORGANISER', department: 'InfoSec' },
] as const;
/** The senior position that cannot be empty. */
export const requiredSeniorPost = 'CEO';

/** Megabytes of unpaginated lists of an external product API that a gateway caches. */
export const answerCacheMb = 128;

/** The largest GraphQL operation: levels of nesting, aliases, fields at the root of a query, and lexical tokens of its document. */
export const operationLimits = { depth: 8, aliases: 15, rootFields: 10, tokens: 1_000 } as const;

/** Parses a user limit: a positive whole number without leading zero, else no limit (SPEC 5). */
export const parseUserLimit = (typed: string): number =>
  /^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : noUserLimit;

/** Hours for which the link of a password reset is valid (CHECKLIST OPEN-13). */
export const resetTokenHours = 1;
/** Days for which the link of an invitation or onboarding is valid (CHECKLIST OPEN-13, OPEN-30). */
export const invitationTokenDays = 7;
/** The days in which a person sets up a second factor that their organisation requires. */
export const factorGraceDays = 14;

/** Seconds for which a hand-over token is valid, once (CHECKLIST OPEN-8). */
export const handOverTokenSeconds = 60;
/** Seconds for which a password check is valid, for one command (CHECKLIST OPEN-35). */
export const reauthenticationSeconds = 60;
/** Seconds for which a confirmation is valid for the sign-in settings and provisioning of one organisation, in one session. */
export const settingsConfirmationSeconds = 300;
/** The longest text that `encrypt` takes, in characters (CHECKLIST OPEN-51). */
export const encryptMaxLength = 10_000;

/** Replaces a stored secret in the product API's answers; sent back, it leaves the stored one unchanged (CHECKLIST OPEN-46). */
export const secretMask = '********';
/** The assessment status that counts as completed (CHECKLIST OPEN-36). */
export const completedAssessmentStatus = 'Completed';

/** A user limit that means no limit (SPEC 9); null means the same. */
export const noUserLimit = -1;
/** Dialling code of a new user unless another is chosen (SPEC 3). */
export const defaultCountryCode = '+91';
/** Department of a new user unless another is chosen (SPEC 3). */
export const defaultDepartment = 'InfoSec';

/** The most rows of a page of a list. */
export const maxPageSize = 100;
/** The most characters of a search. */
export const searchMaxLength = 200;
/** The largest request of SCIM, in bytes. */
export const scimMaxBytes = 1_048_576;
/** The most domains of an organisation's single sign-on. */
export const ssoMaxDomains = 50;

/** The most rows of a bulk upload, below the header. */
export const bulkMaxRows = 5_000;
/** The most columns of a bulk upload that have text, those that it ignores included. */
export const bulkMaxColumns = 100;
/** The largest file of a bulk upload, in bytes. */
export const bulkMaxBytes = 1_048_576;
/** The most cells of a bulk upload that are corrected in addition to its file. */
export const bulkMaxCorrections = 500;
/** Column of the result file with the result of each row; an upload ignores it. */
export const bulkResultColumn = 'result';

/** The most rows of a bulk action that can be named by id. */
export const bulkActionMaxIds = 1_000;
/** The most rows of a bulk action. */
export const bulkActionMaxRows = 5_000;
/** Hours for which a bulk action is found without its id. */
export const bulkActionRecentHours = 24;
/** The most bulk actions that are found without their ids. */
export const bulkActionMaxRecent = 5;
/** Days for which the result of a bulk action is stored. */
export const bulkActionResultDays = 30;

/** File name ending of a bulk upload (SPEC 9). */
export const bulkUploadFileExtension = '.csv';
/** File name ending of the template, which can also be uploaded. */
export const bulkUploadWorkbookExtension = '.xlsx';
/** How to convert any other table to CSV. */
export const saveAsCsv = 'In the spreadsheet program, choose “Save as” or “Export” and the type “CSV UTF-8”.';

/** Texts of SPEC.md, to the letter. */
export const texts = {
  pleaseWait: 'Please Wait...',
  somethingWentWrong: 'Something went wrong. Please check logs',
  requestFailed: 'Request Failed',
  noData: 'No Data',
  noLimit: 'No Limit',
  pageNotFound: {
    shout: 'CLANG!',
    title: 'Page Not Found',
    text: "What you're looking for might be renamed, removed, or might not exist!",
    back: 'Back to Home Page',
  },
  signIn: {
    next: 'Next',
    login: 'Login',
    invalidCredentials: 'Invalid credentials! Try again?',
    userNotFound: 'User Not Found',
    userInactive: 'Uh-oh! User inactive!',
    organisationInactive: 'Oops! Organisation inactive!',
    otpSent: 'OTP Sent',
    incorrectCode: 'Incorrect code',
    incorrectOtp: 'Incorrect OTP',
  },
  password: {
    required: 'Password is required',
    confirmRequired: 'Confirm Password is required',
    mismatch: 'Password and confirm password is not matching',
    policy: 'Password is not matching the policy',
    changeMismatch: 'Password Missmatch',
    changed: 'Password Changed Successfully',
    resetLinkSent: 'Password Reset link sent!',
  },
  field: { required: 'required', optional: 'Optional' },
  dropdown: {
    noOptions: 'No options',
    loading: 'Loading…',
    clear: 'Clear',
    open: 'Open',
    close: 'Close',
    noMatch: 'No Matching Result',
  },
  users: {
    create: 'Create New User',
    upload: 'Upload Users',
    chooseFile: 'Choose File',
    limit: 'User Limit',
    active: 'Active Users',
    created: 'Create User',
    activated: 'User Activated Successfully',
    deactivated: 'User Deactivated Successfully',
    uploaded: 'File Uploaded successfully!',
    limitReached: 'User Limit Reached',
    notPermitted: 'Action not permitted!',
    invalidCredentials: 'Invalid Credentails',
  },
  organisations: {
    create: 'Create New Organisation',
    created: 'Organisation Successfully created',
    updated: 'Organisation Successfully updated',
    userUpdated: 'Organisation User updated',
    enabled: 'Organisation Enabled',
    disabled: 'Organisation Disabled',
    invalidPassword: 'Invalid Password',
    ceoRequired: 'CEO details are required',
    duplicateUser: (designation: string): string => `Duplicate User for ${designation}`,
    enterEmail: 'Please Enter the email',
    invalidEmail: 'Invalid Email Address',
  },
  mappings: {
    request: 'Mapping Request',
    addDetails: 'Add User Details',
    inviteOrganisation: 'Invite External Organisation',
    inviteUser: 'Invite External User',
    exists: 'Organisation Mapping Already Exist',
    organisationExists: 'Organisation exists. Send approval request for Mapping.',
    organisationUnknown: 'This Organisation DOES NOT exist. Send invitation?',
    done: 'Organisation Mapping',
    userDone: 'External User Mapping',
    userInactive: 'Invited User is inactive',
    userMapped: 'User is already Mapped !',
    userPending: 'User Mapping pending',
    invitationVoided: 'This invitation is no longer valid. Send it again before you accept it.',
    userRequested: 'Request submitted!',
    userInvited: 'Invited User Not Exist, Create User Invitation has been sent',
    accepted: 'Accepted',
    pending: 'Pending',
    ended: 'Ended',
    withdrawn: 'Withdrawn',
  },
  assessments: { statusUpdated: 'Assessment Status Updated' },
  sso: { updated: 'SSO Updated' },
  config: {
    updated: 'Organisation Configuration',
    failed: 'Failed to update configuration',
    updateLimit: 'Update User Limit',
  },
  submitted: 'Submission Successful',
  userUpdated: 'Update User',
  respondersFailed: {
    continuer: 'Failed to fetch continuer responders',
    investigator: 'Failed to fetch Investigator responders',
    task: 'Failed to fetch task responders',
  },
} as const;

/** Refusals of several calls. They are not from SPEC.md. */
export const refusalTexts = {
  organisationDisabled: 'The organisation is disabled. An Administrator or Architect must enable it first.',
  requestNotPending: 'This request is no longer pending. Check its current state.',
  invitationNotPending: 'This invitation is no longer pending. Check its current state.',
} as const;

/** A user limit as it is shown: the number, or 'No Limit' for -1 and null (SPEC 9). */
export const userLimitText = (limit: number | null | undefined): string =>
  limit == null || limit === noUserLimit ? texts.noLimit : String(limit);
