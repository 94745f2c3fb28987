{{- define "savdo.labels" -}}
app.kubernetes.io/name: savdo
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Of one process type: (dict "root" $ "type" "web") */}}
{{- define "savdo.selector" -}}
app.kubernetes.io/name: savdo
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .type }}
{{- end }}

{{- define "savdo.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Every setting, and every secret as the file that has it. */}}
{{- define "savdo.environment" -}}
- name: DATA_FOLDER
  value: /data
{{- if .Values.files.existingClaim }}
- name: FILES_FOLDER
  value: /files
{{- else if not .Values.settings.S3_BUCKET }}
{{- fail "files.existingClaim (a claim that many nodes may write) or settings.S3_BUCKET with its neighbours has to be given" }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $key := .Values.secrets.files }}
- name: {{ $name }}_FILE
  value: /run/secrets/savdo/{{ $key }}
{{- end }}
{{- if .Values.authority.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/authority/{{ .Values.authority.key }}
{{- end }}
{{- end }}

{{- define "savdo.mounts" -}}
- name: temporary
  mountPath: /tmp
- name: data
  mountPath: /data
- name: secrets
  mountPath: /run/secrets/savdo
  readOnly: true
{{- if .Values.files.existingClaim }}
- name: files
  mountPath: /files
{{- end }}
{{- if .Values.authority.configMap }}
- name: authority
  mountPath: /run/authority
  readOnly: true
{{- end }}
{{- end }}

{{- define "savdo.volumes" -}}
- name: temporary
  emptyDir: { sizeLimit: 256Mi }
# Uploads under way.
- name: data
  emptyDir: {}
- name: secrets
  secret:
    secretName: {{ .Values.secrets.name }}
    defaultMode: 0440
    items:
      {{- range $key := values .Values.secrets.files | sortAlpha | uniq }}
      - key: {{ $key }}
        path: {{ $key }}
      {{- end }}
{{- if .Values.files.existingClaim }}
- name: files
  persistentVolumeClaim:
    claimName: {{ .Values.files.existingClaim }}
{{- end }}
{{- if .Values.authority.configMap }}
- name: authority
  configMap:
    name: {{ .Values.authority.configMap }}
{{- end }}
{{- end }}

{{/* Besides: the address of the replicating role, and where backups go. */}}
{{- define "savdo.backupEnvironment" -}}
- name: BACKUP_DATABASE_URL_FILE
  value: /run/secrets/backup/{{ .Values.backup.addressKey }}
{{ include "savdo.environment" . }}
{{- end }}

{{- define "savdo.backupMounts" -}}
{{ include "savdo.mounts" . }}
- name: backup
  mountPath: /backup
- name: backup-secrets
  mountPath: /run/secrets/backup
  readOnly: true
{{- end }}

{{- define "savdo.backupVolumes" -}}
{{ include "savdo.volumes" . }}
- name: backup
  persistentVolumeClaim:
    claimName: {{ .Values.backup.existingClaim | required "backup.existingClaim (a claim for backups, best on storage of another place) has to be given" }}
- name: backup-secrets
  secret:
    secretName: {{ .Values.backup.secret }}
    defaultMode: 0440
    items:
      - key: {{ .Values.backup.addressKey }}
        path: {{ .Values.backup.addressKey }}
      - key: {{ .Values.backup.encryptionKey }}
        path: {{ .Values.backup.encryptionKey }}
{{- end }}

{{/* The user of the image, who owns nothing in it. */}}
{{- define "savdo.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "savdo.container" -}}
image: {{ include "savdo.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}
