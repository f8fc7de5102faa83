// Package toolsapi is a client of Tools API in the standard library of Go 1.19 or later. Copy this file into your program.
//
//	client := toolsapi.New("http://localhost:3000", "tk_live_...")
//	analysis, err := client.Call(ctx, "text-analyzer", toolsapi.Request{"text": "Not bad at all."})
//	photo, err := os.ReadFile("photo.jpg")
//	webp, err := client.Call(ctx, "image-converter", toolsapi.Request{"image": photo, "format": "webp"})
//	err = os.WriteFile("photo.webp", webp["image"].([]byte), 0o644)
package toolsapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	maxRetryAfter = time.Minute
	firstDelay    = 500 * time.Millisecond
	maxDelay      = 8 * time.Second
)

// Request has the fields of a call. Values of type []byte are files.
type Request map[string]any

// Record is a result. A binary field of it is []byte.
type Record map[string]any

// Error is a response that is not a result. Branch on Code, never on the message.
type Error struct {
	Status     int
	Code       string       `json:"code"`
	Message    string       `json:"message"`
	RequestID  string       `json:"request_id"`
	Errors     []FieldError `json:"errors"`
	RetryAfter time.Duration
}

// FieldError is a parameter at fault.
type FieldError struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

func (e *Error) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("expected a response of the API, received status %d", e.Status)
	}
	return e.Message
}

// IsTransient returns whether another attempt can succeed.
func (e *Error) IsTransient() bool {
	if e.RetryAfter > maxRetryAfter {
		return false
	}
	if e.Status == http.StatusTooManyRequests {
		return e.Code != "too_many_attempts"
	}
	return e.Status == http.StatusRequestTimeout || e.Status >= 500 || e.Code == "idempotency_in_progress"
}

// Client calls the API of a server with an API key, an OAuth 2.0 token or a JWT.
//
// A call is attempted again after a failed connection, 408, 429 and 5xx, with the pause that the server asks for. All
// attempts have one Idempotency-Key, so none is counted twice.
type Client struct {
	BaseURL    string
	Token      string
	MaxRetries int
	HTTP       *http.Client
}

// New returns a client with two retries and a time limit of a minute for each attempt.
func New(baseURL, token string) *Client {
	return &Client{
		BaseURL:    strings.TrimRight(baseURL, "/"),
		Token:      token,
		MaxRetries: 2,
		HTTP:       &http.Client{Timeout: time.Minute},
	}
}

// Call calls a tool.
func (c *Client) Call(ctx context.Context, tool string, request Request) (Record, error) {
	body, contentType, err := encode(request)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	header := http.Header{
		"Content-Type":    {contentType},
		"Accept":          {"*/*, application/json;q=0.5"},
		"Idempotency-Key": {hex.EncodeToString(key)},
	}
	return c.attempt(ctx, http.MethodPost, "/v1/tools/"+url.PathEscape(tool), header, body)
}

// Usage returns the usage report. The parameters are those of GET /v1/analytics/usage.
func (c *Client) Usage(ctx context.Context, parameters url.Values) (Record, error) {
	return c.attempt(ctx, http.MethodGet, "/v1/analytics/usage?"+parameters.Encode(), nil, nil)
}

// Profile returns the profile of the account.
func (c *Client) Profile(ctx context.Context) (Record, error) {
	return c.attempt(ctx, http.MethodGet, "/v1/user/profile", nil, nil)
}

func (c *Client) attempt(ctx context.Context, method, path string, header http.Header, body []byte) (Record, error) {
	for retry := 0; ; retry++ {
		record, err := c.send(ctx, method, path, header, body)
		var refused *Error
		isRefused := errors.As(err, &refused)
		if err == nil || retry >= c.MaxRetries || ctx.Err() != nil || (isRefused && !refused.IsTransient()) {
			return record, err
		}
		delay := firstDelay << retry
		if delay > maxDelay {
			delay = maxDelay
		}
		delay = time.Duration(mathrand.Float64() * float64(delay))
		if isRefused {
			delay += refused.RetryAfter
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *Client) send(ctx context.Context, method, path string, header http.Header, body []byte) (Record, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if header != nil {
		request.Header = header.Clone()
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 200 || response.StatusCode >= 300 {
		return nil, problem(response, content)
	}
	record, err := decode(response.Header, content)
	if err != nil {
		return nil, problem(response, nil)
	}
	return record, nil
}

// encode returns the body and the type of a request: a form if a field is a file, and JSON otherwise.
func encode(request Request) ([]byte, string, error) {
	hasFile := false
	for _, value := range request {
		if _, isFile := value.([]byte); isFile {
			hasFile = true
		}
	}
	if !hasFile {
		body, err := json.Marshal(request)
		return body, "application/json", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range request {
		if err := writeField(form, name, value); err != nil {
			return nil, "", err
		}
	}
	err := form.Close()
	return body.Bytes(), form.FormDataContentType(), err
}

func writeField(form *multipart.Writer, name string, value any) error {
	switch content := value.(type) {
	case []byte:
		part, err := form.CreateFormFile(name, name)
		if err == nil {
			_, err = part.Write(content)
		}
		return err
	case string:
		return form.WriteField(name, content)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return form.WriteField(name, string(text))
}

// decode returns the record of a response. X-Binary-Field names the field that is bytes, and the header with the record
// if the body is the bytes.
func decode(header http.Header, content []byte) (Record, error) {
	field, name, isBody := strings.Cut(header.Get("X-Binary-Field"), ";record=")
	text := content
	if isBody {
		text = []byte(header.Get(name))
	}
	var record Record
	if err := json.Unmarshal(text, &record); err != nil {
		return nil, err
	}
	if isBody {
		record[field] = content
	} else if encoded, isText := record[field].(string); isText {
		decoded, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, err
		}
		record[field] = decoded
	}
	return record, nil
}

// problem returns the error of a response (RFC 9457). A response that is not of the API has the code unexpected_response.
func problem(response *http.Response, content []byte) *Error {
	found := &Error{}
	if json.Unmarshal(content, found) != nil {
		found = &Error{}
	}
	if found.Code == "" {
		found.Code = "unexpected_response"
	}
	if found.RequestID == "" {
		found.RequestID = response.Header.Get("X-Request-Id")
	}
	found.Status = response.StatusCode
	found.RetryAfter = retryAfter(response.Header.Get("Retry-After"))
	return found
}

// retryAfter returns the pause of Retry-After, which can be a date (RFC 9110 section 10.2.3).
func retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil && time.Until(date) > 0 {
		return time.Until(date)
	}
	return 0
}
