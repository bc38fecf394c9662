package service

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestEveryReasonHasOneCodeAndOneEnumValue(t *testing.T) {
	declared := faultReasons(t)
	inEnum := map[string]bool{}
	for n, name := range observerv1.ErrorReason_name {
		if n != 0 {
			inEnum[strings.TrimPrefix(name, "ERROR_REASON_")] = true
		}
	}
	for name := range declared {
		require.True(t, inEnum[name], "%s is not in the proto enum", name)
		code, known := CodeOf(fault.Reason(name))
		require.True(t, known, "%s has no status code", name)
		require.NotEqual(t, codes.Unknown, code, name)
	}
	require.Len(t, declared, len(inEnum))
	_, known := CodeOf("NOT_A_REASON")
	require.False(t, known)
}

// faultReasons reads the constants of type Reason from the source of package fault.
func faultReasons(t *testing.T) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../fault/fault.go", nil, 0)
	require.NoError(t, err)
	reasons := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Reason" {
			literal, ok := spec.Values[0].(*ast.BasicLit)
			require.True(t, ok)
			reasons[strings.Trim(literal.Value, `"`)] = true
		}
		return true
	})
	return reasons
}

func TestAFaultBecomesAStatusWithExactlyOneErrorInfo(t *testing.T) {
	err := fault.New(fault.StaleRef, "the ref e5 is stale").With("ref", "e5").After(2 * time.Second)
	s := statusOf(context.Background(), slog.New(slog.DiscardHandler), err)
	require.Equal(t, codes.Aborted, s.Code())
	info, retry := detailsOf(s)
	require.Len(t, info, 1)
	require.Equal(t, "observer.v1", info[0].GetDomain())
	require.Equal(t, "STALE_REF", info[0].GetReason())
	require.Equal(t, map[string]string{"ref": "e5"}, info[0].GetMetadata())
	require.Equal(t, 2*time.Second, retry.GetRetryDelay().AsDuration())
}

func TestAnUnexpectedErrorShowsOnlyItsLogID(t *testing.T) {
	var log strings.Builder
	s := statusOf(context.Background(), slog.New(slog.NewTextHandler(&log, nil)), errors.New("secret detail"))
	require.Equal(t, codes.Internal, s.Code())
	require.NotContains(t, s.Message(), "secret")
	info, _ := detailsOf(s)
	require.Len(t, info, 1)
	require.Contains(t, log.String(), info[0].GetMetadata()["error_id"])
	require.Contains(t, log.String(), "secret detail")
}

func TestContextErrorsBecomeTimeoutAndCancelled(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	require.Equal(t, codes.DeadlineExceeded, statusOf(context.Background(), log, context.DeadlineExceeded).Code())
	require.Equal(t, codes.Canceled, statusOf(context.Background(), log, context.Canceled).Code())
}

func detailsOf(s *status.Status) (infos []*errdetails.ErrorInfo, retry *errdetails.RetryInfo) {
	for _, d := range s.Details() {
		switch d := d.(type) {
		case *errdetails.ErrorInfo:
			infos = append(infos, d)
		case *errdetails.RetryInfo:
			retry = d
		}
	}
	return infos, retry
}
